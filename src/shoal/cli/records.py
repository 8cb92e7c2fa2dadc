"""The commands that read a record: `replay`, `perft`, `verify`."""

from collections.abc import Sequence

import msgspec
from rich.console import Console
from rich.progress import Progress

from shoal.cli.arguments import given_record
from shoal.cli.language import say, speaker_for
from shoal.core import CHANCE, Game, Replay, Seat, State, Step, parse_seat, seat_name, verify
from shoal.core.perft import following, perft
from shoal.core.text import msg, msgs

__all__ = ["count_positions", "print_json", "print_position", "result_line", "verify_record"]


def print_json(file: str) -> None:
    """The final position for programs."""
    replay = Replay(given_record(file))
    state = replay.final
    winners = None if state.result is None else [seat_name(seat) for seat in state.result.winners]
    position = {
        "scores": state.scores,
        "winners": winners,
        "to_act": [seat_name(seat) for seat in state.to_act],
        "legal": {seat_name(seat): [str(step) for step in _steps(state, seat)] for seat in state.to_act},
        **replay.game.facts(state),
    }
    print(msgspec.json.encode(position).decode())


def _steps(state: State, seat: Seat) -> Sequence[Step]:
    return state.chance().steps if seat == CHANCE else state.legal(seat)


def print_position(file: str, seat: str | None) -> None:
    """The final position for people; hidden things stay hidden unless a seat's eyes are asked for."""
    replay = Replay(given_record(file))
    state = replay.final
    viewer = None if seat is None else parse_seat(seat, len(state.scores))
    names = replay.record.seats or tuple(seat_name(each) for each in range(len(state.scores)))
    console = Console(highlight=False)
    console.print(replay.game.draw(state.view(viewer), names, speaker_for(replay.game)))
    console.print(result_line(replay.game, state, names))


def result_line(game: Game, state: State, names: Sequence[str]) -> str:
    """Who won and why, or who is to act."""
    speak = speaker_for(game)
    if state.result is not None:
        winners = ", ".join(names[seat] for seat in state.result.winners)
        return speak(
            msgs(
                "Winner: {winners} – {reason}",
                "Winners: {winners} – {reason}",
                len(state.result.winners),
                winners=winners,
                reason=state.result.reason,
            )
        )
    if state.to_act == (CHANCE,):
        return say(msg("Chance is to act."))
    return say(msg("To act: {names}", names=", ".join(names[seat] for seat in state.to_act)))


def count_positions(file: str, depth: int, *, divide: bool) -> None:
    """Perft with progress on the way; the number alone on the last line."""
    state = Replay(given_record(file)).final
    if depth == 0:
        print(1)
        return
    total = 0
    with Progress(console=Console(stderr=True), transient=True) as progress:
        for step in progress.track(following(state), description=say(msg("Counting"))):
            below = perft(state.play(step), depth - 1)
            total += below
            if divide:
                print(f"{step}: {below}")
    print(total)


def verify_record(file: str) -> None:
    """Say how many steps of chance were checked; an error names the first that does not follow."""
    replay = Replay(given_record(file))
    checked = verify(replay)
    print(
        say(
            msgs(
                "fair: the seed matches its commitment, and {count} step of chance follows from it",
                "fair: the seed matches its commitment, and all {count} steps of chance follow from it",
                checked,
            )
        )
    )
