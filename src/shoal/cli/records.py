"""The commands that read a record: `replay`, `perft`, `verify`."""

from collections.abc import Sequence

import msgspec
from rich.console import Console
from rich.progress import Progress

from shoal.cli.arguments import read_record_argument
from shoal.cli.language import say, speaker_for
from shoal.core import CHANCE, Game, Replay, Seat, State, Step, parse_seat, seat_name, verify
from shoal.core.perft import following, perft
from shoal.core.text import msg, msgs

__all__ = ["count_positions", "print_json", "print_position", "result_line", "verify_record"]


def print_json(file: str) -> None:
    """Print the final position as JSON."""
    replay = Replay(read_record_argument(file))
    state = replay.final
    winners = None if state.result is None else [seat_name(seat) for seat in state.result.winners]
    position = {
        "scores": state.scores,
        "winners": winners,
        "to_act": [seat_name(seat) for seat in state.to_act],
        "legal": {seat_name(seat): [str(step) for step in _legal_steps(state, seat)] for seat in state.to_act},
        **replay.game.facts(state),
    }
    print(msgspec.json.encode(position).decode())


def _legal_steps(state: State, seat: Seat) -> Sequence[Step]:
    return state.chance().steps if seat == CHANCE else state.legal(seat)


def print_position(file: str, seat: str | None) -> None:
    """Draw the final position as `seat` sees it, or by default as a spectator does."""
    replay = Replay(read_record_argument(file))
    state = replay.final
    viewer = None if seat is None else parse_seat(seat, len(state.scores))
    names = replay.record.seats or tuple(seat_name(each) for each in range(len(state.scores)))
    console = Console(highlight=False)
    view = replay.game.displayed(state.view(viewer))
    console.print(replay.game.draw(view, names, speaker_for(replay.game)))
    console.print(result_line(replay.game, state, names))


def result_line(game: Game, state: State, names: Sequence[str]) -> str:
    """One line in words: who won and why, or who is to act."""
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
    """Run perft with a progress bar; the last line is the count alone."""
    state = Replay(read_record_argument(file)).final
    if depth == 0:
        print(1)
        return
    total = 0
    with Progress(console=Console(stderr=True), transient=True) as progress:
        for step in progress.track(following(state), description=say(msg("Counting"))):
            count = perft(state.play(step), depth - 1)
            total += count
            if divide:
                print(f"{step}: {count}")
    print(total)


def verify_record(file: str) -> None:
    """Print how many steps of chance were verified; raise an error at the first that does not follow from the seed."""
    replay = Replay(read_record_argument(file))
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
    if replay.record.fair is not None and replay.record.fair.lot is not None:
        print(say(msg("fair: who begins follows from it too")))
