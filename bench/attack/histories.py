"""Games up to some moment, played at random, and others that look the same to those who do not know what is hidden."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence

from shoal.core import CHANCE, Record, Replay, ShoalError, Table, Viewer, find_game, view_bytes
from shoal.core.pictures import draw_letters
from shoal.core.record import FORMAT
from shoal.core.translations import speaker

__all__ = ["displayed_alike", "known_alike", "played", "played_until", "resumed", "twin_of"]

Options = Mapping[str, object]


def resumed(game: str, options: Options, moves: Sequence[str]) -> Table:
    """The table after these moves."""
    return Table.resume(_record(game, options, moves))


def _record(game: str, options: Options, moves: Sequence[str]) -> Record:
    return Record(FORMAT, game, dict(options), tuple(moves))


def played_until(game: str, options: Options, seed: int, reached: Callable[[Table], bool]) -> list[str]:
    """The moves of a game that was played at random until `reached`, or until its end."""
    rng = random.Random(seed)
    table = Table(find_game(game), options, seed=f"{seed:064x}")
    while not table.over and not reached(table):
        seat = rng.choice(table.state.to_act)
        table.submit(seat, rng.choice(list(table.state.legal(seat))))
    return list(table.record().moves)


def played(game: str, options: Options, seed: int, rounds: int) -> list[str]:
    """The moves of a game that everybody has acted in so often; if `rounds` is negative, so often before the end.

    No choice is sealed then.
    """
    starts: list[int] = []

    def note(table: Table) -> bool:
        if not table.state.sealed:
            starts.append(table.length)
        return False

    moves = played_until(game, options, seed, note)
    return moves[: starts[min(rounds, len(starts) - 1)] if rounds >= 0 else starts[max(0, len(starts) + rounds)]]


def twin_of(
    game: str, options: Options, moves: Sequence[str], alike: Callable[[Table, Table], bool]
) -> list[str] | None:
    """Moves that differ from these in one thing that chance did, while the tables are alike; None if there are none."""
    table = resumed(game, options, moves)
    states = Replay(_record(game, options, moves)).states
    for number in range(len(moves) - 1, -1, -1):
        if table.taker(number) != CHANCE:
            continue
        for other in states[number].chance().steps:
            twin = [*moves[:number], str(other), *moves[number + 1 :]]
            if str(other) == moves[number]:
                continue
            try:
                following = resumed(game, options, twin)
            except ShoalError:
                continue
            if following.length == len(moves) and alike(table, following):
                return twin
    return None


def known_alike(viewers: Iterable[Viewer]) -> Callable[[Table, Table], bool]:
    """Whether these viewers know the same, by the rules."""
    return lambda one, other: all(
        view_bytes(one.view(viewer)) == view_bytes(other.view(viewer)) and one.log(viewer) == other.log(viewer)
        for viewer in viewers
    )


def displayed_alike(viewers: Iterable[Viewer]) -> Callable[[Table, Table], bool]:
    """Whether these viewers are shown the same: perhaps they could know more if they remembered all they saw."""
    say = speaker("en")

    def alike(one: Table, other: Table) -> bool:
        return all(
            [str(step) for step in one.view(viewer).legal] == [str(step) for step in other.view(viewer).legal]
            and one.log(viewer) == other.log(viewer)
            and draw_letters(one.game, one.view(viewer), one.names, say)
            == draw_letters(other.game, other.view(viewer), other.names, say)
            for viewer in viewers
        )

    return alike
