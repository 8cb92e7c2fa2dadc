"""`shoal study`: many games between bots, and what they tell about the game; as tables, JSON, pictures or a page."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid

from shoal.arena import ResultsFile, Tournament
from shoal.arena.study import (
    Study,
    StudySummary,
    StudyTable,
    draw_charts,
    study_tables,
    summarize,
    summary_fields,
    write_page,
)
from shoal.cli.language import language, say, speaker_for
from shoal.cli.match_settings import (
    MatchArguments,
    read_bots,
    read_match_settings,
    read_table_options,
)
from shoal.cli.progress import progress_bar
from shoal.core import Game, SaveError, ShoalError, Text, msg, msgs
from shoal.players import usual_opponent

__all__ = ["StudyArguments", "study_game"]

_INTERRUPTED: Final = 130


class StudyArguments(MatchArguments, frozen=True, kw_only=True):
    """The arguments of `shoal study`."""

    svg: Path | None = None
    html: Path | None = None


def study_game(arguments: StudyArguments) -> int:
    """Play, measure, then print what was asked for; the exit status. Ctrl-C prints what the finished games tell."""
    game, options = read_table_options(arguments)
    bots = read_bots(arguments.bots or usual_opponent(game), game, options, 1)
    if arguments.svg is not None:
        _make_folder(arguments.svg)
    with ResultsFile(arguments.out) as results:
        tournament = Tournament(
            settings=read_match_settings(arguments, game, options, bots, results),
            games=arguments.games,
            processes=arguments.processes,
            threads=1,
        )
        study = Study(tournament, results, game)
        status = _run(study, tournament)
    if not study.measured:
        raise ShoalError(msg("there is nothing to study: no game was played to its end"))
    summary = summarize(study.measured)
    notes = [speaker_for(game)(note) for note in _notes(tournament, study, summary)]
    _write_files(arguments, game, summary, notes)
    if arguments.json:
        _print_json(tournament, study, summary, game)
    else:
        _print_tables(summary, game, notes)
    return status


def _run(study: Study, tournament: Tournament) -> int:
    console = Console(stderr=True)
    with progress_bar(console) as progress:
        task = progress.add_task(say(msg("Playing and counting")), total=len(tournament.fixtures()))
        try:
            study.run(lambda: progress.update(task, advance=1))
        except KeyboardInterrupt:
            return _INTERRUPTED
    return 0


def _notes(tournament: Tournament, study: Study, summary: StudySummary) -> list[Text]:
    """Which games these are, and what to know about them."""
    settings = tournament.settings
    played = msgs("{count} game of {game}", "{count} games of {game}", summary.games, game=settings.game)
    heading = msg(
        "{games}, {players} seats, bots {bots}, seed {seed}",
        games=played,
        players=settings.players,
        bots=", ".join(settings.bots),
        seed=settings.seed,
    )
    notes = [heading]
    if study.forfeits:
        notes.append(
            msgs(
                "{count} game ended by a forfeit and is left out.",
                "{count} games ended by a forfeit and are left out.",
                study.forfeits,
            )
        )
    if study.hurried:
        notes.append(
            msgs(
                "In {count} game a bot used most of its {time} ms for a step: another run may come out otherwise.",
                "In {count} games a bot used most of its {time} ms for a step: another run may come out otherwise.",
                study.hurried,
                time=f"{settings.time_ms:g}",
            )
        )
    return notes


def _make_folder(folder: Path) -> None:
    """Make the folder now: nobody wants to hear after an hour that it cannot be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _cannot_write(folder, error) from None


def _write_files(arguments: StudyArguments, game: Game, summary: StudySummary, notes: Sequence[str]) -> None:
    speak, console = speaker_for(game), Console(stderr=True)
    if arguments.svg is not None:
        for name, chart in draw_charts(summary, speak).items():
            _write_text(arguments.svg / f"{name}.svg", chart.svg)
        console.print(say(msg("The charts are in {path}", path=arguments.svg)), markup=False, soft_wrap=True)
    if arguments.html is not None:
        page = write_page(speak(game.title), summary, notes, speak, language=language())
        _write_text(arguments.html, page)
        console.print(say(msg("The study is in {path}", path=arguments.html)), markup=False, soft_wrap=True)


def _write_text(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise _cannot_write(file, error) from None


def _cannot_write(file: Path, error: OSError) -> SaveError:
    return SaveError(msg("cannot write {path}: {reason}", path=file, reason=error.strerror or str(error)))


def _print_json(tournament: Tournament, study: Study, summary: StudySummary, game: Game) -> None:
    report = {
        "terms": tournament.settings,
        "planned": len(tournament.fixtures()),
        "forfeits": study.forfeits,
        "hurried": study.hurried,
        **summary_fields(summary, speaker_for(game)),
    }
    sys.stdout.write(msgspec.json.encode(report).decode() + "\n")


def _print_tables(summary: StudySummary, game: Game, notes: Sequence[str]) -> None:
    console = Console(highlight=False)
    for note in notes:
        console.print(note, markup=False, soft_wrap=True)
    for table in study_tables(summary, speaker_for(game)):
        console.print()
        console.print(table.title, style="bold", markup=False, soft_wrap=True)
        console.print(_grid(table))
        if table.note:
            console.print(table.note, style="dim", markup=False)


def _grid(table: StudyTable) -> Grid:
    grid = Grid(box=None, pad_edge=False)
    for number, column in enumerate(table.columns):
        if number < table.words:
            grid.add_column(escape(column))
        else:
            grid.add_column(escape(column), justify="right", no_wrap=True)
    for row in table.rows:
        grid.add_row(*map(escape, row))
    return grid
