"""`shoal arena`: bots against bots, with a progress bar, and tables or JSON at the end."""

import sys
from collections.abc import Sequence
from typing import Final

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid

from shoal.arena import (
    Hypotheses,
    PlayedGame,
    ResultsFile,
    Standing,
    Tournament,
    Verdict,
    ladder_results,
    rate,
    run_tournament,
    standings,
)
from shoal.cli.language import say
from shoal.cli.match_settings import (
    MatchArguments,
    read_bots,
    read_match_settings,
    read_table_options,
)
from shoal.cli.progress import progress_bar
from shoal.core import NotationError, ShoalError, msg
from shoal.core.errors import shorten
from shoal.core.text import msgs

__all__ = ["ArenaArguments", "hold_tournament"]

_INTERRUPTED: Final = 130
_FEWEST_BOTS: Final = 2
#: What fits beside the numbers in 80 columns; the table of ratings has room for longer names.
_WIDEST_NAME: Final = 14


class ArenaArguments(MatchArguments, frozen=True, kw_only=True):
    """The arguments of `shoal arena`."""

    sprt: str | None = None
    ladder: bool = False


def hold_tournament(arguments: ArenaArguments) -> int:
    """Play, then print the results; the exit status. Ctrl-C prints those of the finished games."""
    game, options = read_table_options(arguments)
    bots = read_bots(arguments.bots, game, options, _FEWEST_BOTS)
    if arguments.ladder and len(set(bots)) != max(2, len(bots)):
        raise ShoalError(
            msg("a ladder has two or more bots, each named once: found {bots}", bots=shorten(arguments.bots))
        )
    with ResultsFile(arguments.out) as results:
        tournament = Tournament(
            settings=read_match_settings(arguments, game, options, bots, results, ladder=arguments.ladder),
            games=arguments.games,
            processes=arguments.processes,
            sprt=None if arguments.sprt is None else _parse_hypotheses(arguments.sprt),
        )
        status, verdict = _play_games(tournament, results)
        if arguments.json:
            _print_json(tournament, results, verdict)
        else:
            _print_tables(tournament, results, verdict)
    return status


def _parse_hypotheses(text: str) -> Hypotheses:
    try:
        elo0, elo1 = (float(part) for part in text.split(","))
    except ValueError:
        elo0 = elo1 = 0.0
    # Comparisons with NaN are false, so this keeps it out as well.
    if not -1000 <= elo0 < elo1 <= 1000:
        raise NotationError(text, msg("two numbers from -1000 to 1000, the smaller first, such as 0,20"))
    return Hypotheses(elo0, elo1)


def _play_games(tournament: Tournament, results: ResultsFile) -> tuple[int, Verdict | None]:
    latest: Verdict | None = None
    console = Console(stderr=True)
    with progress_bar(console) as progress:
        planned = tournament.fixtures()
        played = sum(fixture.number in results.entries for fixture in planned)
        task = progress.add_task(say(msg("Playing")), total=len(planned), completed=played)

        def show_progress(entry: PlayedGame, verdict: Verdict | None) -> None:
            nonlocal latest
            latest = verdict
            description = say(msg("Playing")) if verdict is None else f"LLR {verdict.llr:+.2f}"
            progress.update(task, advance=1, description=description)

        try:
            return 0, run_tournament(tournament, results, show_progress)
        except KeyboardInterrupt:
            return _INTERRUPTED, latest


def _print_json(tournament: Tournament, results: ResultsFile, verdict: Verdict | None) -> None:
    entries = list(results.entries.values())
    report = {
        "terms": tournament.settings,
        "games": len(entries),
        "planned": len(tournament.fixtures()),
        "forfeits": [
            {"number": entry.number, "bot": _forfeiting_bot(entry), "reason": entry.forfeit.reason}
            for entry in entries
            if entry.forfeit is not None
        ],
        "standings": standings(entries, tournament.settings.time_ms),
        "ratings": rate(entries, _anchor(tournament)),
        "ladder": ladder_results(entries, tournament.settings.bots) if tournament.settings.ladder else None,
        "sprt": verdict,
    }
    sys.stdout.write(msgspec.json.encode(report).decode() + "\n")


def _print_tables(tournament: Tournament, results: ResultsFile, verdict: Verdict | None) -> None:
    entries = list(results.entries.values())
    console = Console(highlight=False)
    rows = standings(entries, tournament.settings.time_ms)
    games = msgs("{count} game of {game}", "{count} games of {game}", len(entries), game=tournament.settings.game)
    heading = msg(
        "{games}, {players} seats, {time} ms a step, seed {seed}",
        games=games,
        players=tournament.settings.players,
        time=f"{tournament.settings.time_ms:g}",
        seed=tournament.settings.seed,
    )
    console.print(say(heading), soft_wrap=True)
    console.print(_results_grid(rows))
    console.print(_ratings_grid(tournament, entries))
    if tournament.settings.ladder:
        console.print(_ladder_grid(tournament, entries))
    for entry in entries:
        if entry.forfeit is not None:
            forfeit = msg(
                "game {number}: {bot} forfeits: {reason}",
                number=entry.number,
                bot=_forfeiting_bot(entry),
                reason=entry.forfeit.reason,
            )
            console.print(say(forfeit), soft_wrap=True, markup=False)
    if verdict is not None:
        console.print(_verdict_sentence(verdict), soft_wrap=True)


def _results_grid(rows: Sequence[Standing]) -> Grid:
    grid = Grid(box=None, pad_edge=False)
    grid.add_column(say(msg("bot")), no_wrap=True)
    headings = (
        msg("games"),
        msg("wins"),
        msg("share"),
        "95 %",
        msg("points"),
        msg("margin"),
        msg("ms a step"),
        msg("worst"),
        msg("late"),
    )
    for heading in headings:
        grid.add_column(heading if isinstance(heading, str) else say(heading), justify="right", no_wrap=True)
    for row in rows:
        grid.add_row(
            escape(row.bot if len(row.bot) <= _WIDEST_NAME else row.bot[: _WIDEST_NAME - 1] + "…"),
            str(row.games),
            f"{row.wins:g}" if row.wins == round(row.wins, 1) else f"{row.wins:.1f}",
            f"{row.share:.1%}",
            f"{row.low:.0%}–{row.high:.0%}",
            "–" if row.points is None else f"{row.points:.1f}",
            "–" if row.margin is None else f"{row.margin:+.1f}",
            f"{row.mean_ms:.1f}",
            f"{row.worst_ms:.0f}",
            str(row.late),
        )
    return grid


def _anchor(tournament: Tournament) -> str | None:
    """The bot whose rating is fixed: on a ladder, the lowest one."""
    return tournament.settings.bots[0] if tournament.settings.ladder else None


def _ratings_grid(tournament: Tournament, entries: Sequence[PlayedGame]) -> Grid:
    grid = Grid(box=None, pad_edge=False)
    grid.add_column(say(msg("bot")), overflow="ellipsis", max_width=40, no_wrap=True)
    grid.add_column(say(msg("rating")), justify="right")
    grid.add_column("95 %", justify="right")
    for rating in rate(entries, _anchor(tournament)):
        grid.add_row(escape(rating.bot), f"{rating.rating:.0f}", f"{rating.low:.0f}–{rating.high:.0f}")
    return grid


def _ladder_grid(tournament: Tournament, entries: Sequence[PlayedGame]) -> Grid:
    grid = Grid(box=None, pad_edge=False)
    grid.add_column(say(msg("bot")), overflow="ellipsis", max_width=24, no_wrap=True)
    grid.add_column(say(msg("against")), overflow="ellipsis", max_width=24, no_wrap=True)
    for heading in (say(msg("games")), say(msg("share")), "95 %"):
        grid.add_column(heading, justify="right", no_wrap=True)
    for rung in ladder_results(entries, tournament.settings.bots):
        interval = f"{rung.low:.0%}–{rung.high:.0%}"
        grid.add_row(escape(rung.bot), escape(rung.below), str(rung.games), f"{rung.share:.1%}", interval)
    return grid


def _forfeiting_bot(entry: PlayedGame) -> str:
    if entry.forfeit is None:
        raise ShoalError(msg("nobody forfeited this game"))
    return entry.lineup[ord(entry.forfeit.seat) - ord("A")]


def _verdict_sentence(verdict: Verdict) -> str:
    numbers = {
        "llr": f"{verdict.llr:+.2f}",
        "lower": f"{verdict.lower:.2f}",
        "upper": f"{verdict.upper:.2f}",
        "pairs": verdict.pairs,
    }
    if verdict.accepted is None:
        return say(msg("SPRT: undecided after {pairs} deals, LLR {llr} between {lower} and {upper}", **numbers))
    return say(
        msg(
            "SPRT: decided for {elo} Elo after {pairs} deals, LLR {llr} outside {lower} to {upper}",
            elo=f"{verdict.accepted:+g}",
            **numbers,
        )
    )
