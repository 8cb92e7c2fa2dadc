"""The command `analyze`: a review of a record, as a table, as JSON, or as one HTML file."""

import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid

from shoal.cli.arguments import read_record_argument
from shoal.cli.language import language, say, speaker_for
from shoal.cli.progress import progress_bar
from shoal.coach import GameReview, StepReview, TurningPoint, ledgers, review_game, turning_points
from shoal.coach.hint import percent, signed, signed_percent
from shoal.coach.ledger import SeatLedger
from shoal.coach.marks import MARK_TITLES, SYMBOLS
from shoal.core import CHANCE, Replay, Seat, ShoalError, parse_seat, seat_name
from shoal.core.errors import SaveError, shorten
from shoal.core.judging import EFFORTS
from shoal.core.text import msg, msgs

__all__ = ["AnalyzeArguments", "analyze_record"]

_LONGEST_STEP = 18
_COLOURS = {"inaccuracy": "yellow", "mistake": "red", "blunder": "bold red", "best": "green"}


class AnalyzeArguments(msgspec.Struct, frozen=True, kw_only=True):
    """The arguments of `shoal analyze`."""

    file: str
    effort: str
    seat: str | None = None
    json: bool = False
    html: Path | None = None


def analyze_record(arguments: AnalyzeArguments) -> None:
    """Review the record and print what was asked for."""
    effort = next((each for each in EFFORTS if each == arguments.effort), None)
    if effort is None:
        raise ShoalError(
            msg(
                "--effort: found {found}, expected one of {known}",
                found=shorten(arguments.effort),
                known=", ".join(EFFORTS),
            )
        )
    replay = Replay(read_record_argument(arguments.file))
    seats = len(replay.final.scores)
    seat = None if arguments.seat is None else parse_seat(arguments.seat, seats)
    if not replay.steps or all(taker == CHANCE for taker in replay.history.takers):
        raise ShoalError(msg("there is nothing to review: no seat has taken a step yet"))
    console = Console(stderr=True)
    with progress_bar(console) as bar:
        task = bar.add_task(say(msg("Getting ready (the very first time this takes a minute or more)")), total=None)
        words = say(msg("Reviewing"))

        def progress(done: int, total: int) -> None:
            bar.update(task, description=words, completed=done, total=total)

        review = review_game(replay, effort, progress)
    names = replay.record.seats or tuple(seat_name(each) for each in range(seats))
    if arguments.html is not None:
        _write_html(arguments.html, replay, review, names, seat)
        console.print(say(msg("The review is in {path}", path=arguments.html)), markup=False, soft_wrap=True)
    if arguments.json:
        sys.stdout.buffer.write(_json(review) + b"\n")
    elif arguments.html is None:
        _print_review(replay, review, names, seat)


def _json(review: GameReview) -> bytes:
    """The review with its ledger, so that programs need not add up anything."""
    fields = msgspec.to_builtins(review)
    return msgspec.json.encode({**fields, "ledger": msgspec.to_builtins(ledgers(review))})


def _write_html(file: Path, replay: Replay, review: GameReview, names: Sequence[str], seat: Seat | None) -> None:
    from shoal.coach.report import write_report

    page = write_report(replay, review, names, speaker_for(replay.game), language=language(), seat=seat)
    try:
        file.write_text(page, encoding="utf-8")
    except OSError as error:
        raise SaveError(msg("cannot write {path}: {reason}", path=file, reason=error.strerror or str(error))) from None


def _print_review(replay: Replay, review: GameReview, names: Sequence[str], seat: Seat | None) -> None:
    console = Console(highlight=False)
    console.print(_steps_table(review, names, seat))
    console.print(_ledger_table(review, names, over=not replay.final.to_act))
    points = turning_points(replay, review, names, seat=seat)
    _print_turning_points(console, replay, points)


def _steps_table(review: GameReview, names: Sequence[str], seat: Seat | None) -> Grid:
    """The steps of the players: what they cost, and what would have been better."""
    grid = Grid(box=None, pad_edge=False)
    for title in (msg("step"), msg("seat"), msg("taken"), msg("mark")):
        grid.add_column(say(title), no_wrap=True)
    for title in (msg("to win"), msg("cost"), msg("points")):
        grid.add_column(say(title), justify="right", no_wrap=True)
    grid.add_column(say(msg("better")), no_wrap=True)
    for step in review.steps:
        if step.seat != CHANCE and seat in (None, step.seat):
            grid.add_row(*_row(step, names[step.seat]))
    return grid


def _row(step: StepReview, name: str) -> list[str]:
    mark, cost = step.mark or "good", step.cost
    colour = _COLOURS.get(mark, "")
    title = f"{say(MARK_TITLES[mark])} {SYMBOLS[mark]}".strip()
    costs = ["", ""]
    if cost is not None and step.best != step.step and mark != "forced":
        doubt = "" if cost.certain else f" ± {say(percent(cost.doubt))}"
        costs = [f"{say(signed_percent(-cost.chance))}{doubt}", signed(-cost.points)]
    return [
        str(step.number + 1),
        escape(name),
        escape(step.step[:_LONGEST_STEP]),
        f"[{colour}]{title}[/]" if colour else title,
        say(percent(step.chance)),
        *costs,
        "" if step.best == step.step or mark in ("forced", "best") else escape(step.best),
    ]


def _ledger_table(review: GameReview, names: Sequence[str], *, over: bool) -> Grid:
    """Skill and luck of every seat, in the chance to win; the columns add up."""
    unknown = any(ledger.win.unforeseen for ledger in ledgers(review))
    sealed = any(ledger.win.sealed for ledger in ledgers(review))
    grid = Grid(box=None, pad_edge=False, title=say(msg("Skill and luck, in the chance to win")), title_justify="left")
    grid.add_column(say(msg("seat")))
    titles = [msg("start"), msg("own steps"), msg("others' steps"), msg("chance")]
    titles += [msg("sealed choices")] if sealed else []
    titles += [msg("unforeseen")] if unknown else []
    titles += [msg("result") if over else msg("now"), msg("mistakes")]
    for title in titles:
        grid.add_column(say(title), justify="right")
    for ledger in ledgers(review):
        grid.add_row(*_ledger_row(ledger, names[ledger.seat], sealed=sealed, unforeseen=unknown))
    return grid


def _ledger_row(ledger: SeatLedger, name: str, *, sealed: bool, unforeseen: bool) -> list[str]:
    win = ledger.win
    changes = [win.own_skill, win.others_skill, win.chance]
    changes += [win.sealed] if sealed else []
    changes += [win.unforeseen] if unforeseen else []
    mistakes = ledger.marks["mistake"] + ledger.marks["blunder"]
    return [
        escape(name),
        f"{100 * win.start:.1f}",
        *(signed(100 * change) for change in changes),
        f"{100 * win.end:.1f}",
        str(mistakes),
    ]


def _print_turning_points(console: Console, replay: Replay, points: Sequence[TurningPoint]) -> None:
    speak = speaker_for(replay.game)
    if not points:
        console.print(say(msg("No step decided the game: there were no great mistakes, and no great luck.")))
        return
    console.print(say(msgs("{count} turning point", "{count} turning points", len(points))), style="bold")
    for point in points:
        words = " ".join(speak(sentence) for sentence in point.sentences)
        console.print(f"[dim]{point.number + 1:>4}[/]  {escape(words)}")
