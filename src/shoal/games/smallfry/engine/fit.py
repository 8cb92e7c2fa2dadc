"""Makes `expected.npz`: what players may expect between two turns, averaged over self-play.

    python -m shoal.games.smallfry.engine.fit [--sessions 40000] [--rounds 3] [--out FILE]

At a table sit players who judge one card ahead by the averages of the round before, for points, and people
who stop after some cards and rob the largest catch. Takes some minutes.
"""

import argparse
from pathlib import Path
from typing import NamedTuple

import numpy as np

from shoal.core.compiled import Numbers, Reals, below, kernel
from shoal.games.smallfry.engine.habits import begin_sea, prospects_for
from shoal.games.smallfry.engine.judgement import Stakes, best_robbery, judge, linear_stakes
from shoal.games.smallfry.engine.outlook import (
    CELLS,
    DECKS,
    FEATURES,
    OCTOPUSES,
    Averages,
    Outlook,
    cell_of,
    kinds_of,
    knot_of,
    look_at_sizes,
    spell_out,
)
from shoal.games.smallfry.engine.prospects import prospects_of
from shoal.games.smallfry.engine.sessions import (
    FIRST_STOP,
    Sea,
    copy_sea,
    new_sea,
    plan_robbery,
    shuffle,
    take_first,
    turn_up,
)

__all__ = ["fit"]

#: A cell that was hardly ever met leans on a plain guess with so much weight.
_DOUBT = 30.0
#: The most turns a session can have, and more.
_TURNS = 80
#: Cards that everybody looks ahead.
_AHEAD = 1
#: One in so many of the other seats judges too.
_JUDGES = 4
#: Sessions of the last round, by number of players.
_SESSIONS = {2: 40_000, 3: 20_000, 4: 15_000}


@kernel
def _record(sea: Sea, turn: int, cells: Numbers, marks: Numbers, features: Reals) -> None:
    """What there is to learn from between two turns: by seat and species the cell; sizes, deck, octopuses, mover."""
    kinds = kinds_of(sea)
    marks[turn, :] = (sea.now[1], sea.now[3], sea.now[0])
    for seat in range(len(sea.sizes)):
        look_at_sizes(sea.sizes, kinds, sea.now[3], seat, features[turn, seat])
        for species in range(10):
            cells[turn, seat, species] = cell_of(sea, seat, species)


@kernel
def _play(
    sea: Sea, outlook: Outlook, stakes: Stakes, habits: Reals, prospects: Reals, cells: Numbers, marks: Numbers,
    features: Reals,
) -> int:  # fmt: skip
    """One session; who has no habit judges. Returns its turns."""
    now = sea.now
    turns = 0
    while now[1] > 0:
        habit = habits[now[0]]
        if now[2] == 0:
            _record(sea, turns, cells, marks, features)
            turns += 1
        elif now[2] >= habit[0] if habit[0] > 0 else judge(sea, outlook, _at(stakes, now[0]), _AHEAD) <= 0:
            take_first(sea, FIRST_STOP)
            continue
        if turn_up(sea):
            if habit[0] > 0:
                choice = plan_robbery(sea, habit, prospects)[0]
            else:
                choice = best_robbery(sea, outlook, _at(stakes, now[0]), 2)[0]
            take_first(sea, choice)
    return turns


@kernel
def _seat_all(habits: Reals, dice: Numbers) -> None:
    """Who sits where: one or more judge, the others stop after 3 to 5 cards and rob the largest catch."""
    players = len(habits)
    judges = below(dice, players)
    for seat in range(players):
        habits[seat, 0] = 0 if seat == judges or below(dice, _JUDGES) == 0 else 3 + below(dice, 3)
        habits[seat, 1] = 2


@kernel
def _at(stakes: Stakes, mover: int) -> Stakes:
    """Everybody's stakes from one seat: the curves are laid out seat after seat."""
    players = len(stakes.centre)
    curves = stakes.curves[mover * players : (mover + 1) * players]
    return Stakes(stakes.centre, curves, stakes.base, stakes.sums, stakes.kinds)


@kernel
def _learn(
    start: Sea, sea: Sea, outlook: Outlook, stakes: Stakes, prospects: Reals, sessions: int, sums: Reals,
    counts: Reals, squares: Reals, rights: Reals, scatter: Reals,
) -> None:  # fmt: skip
    """Play sessions and add up: what each cell came to, the equations for what sizes add, and how far all was off.

    What sizes add is asked of what the species leave over; how far all was off, of what both leave over.
    """
    players = len(sea.sizes)
    cells = np.zeros((_TURNS, players, 10), dtype=np.int64)
    marks = np.zeros((_TURNS, 3), dtype=np.int64)
    features = np.zeros((_TURNS, players, FEATURES))
    habits = np.zeros((players, 5))
    for _ in range(sessions):
        copy_sea(start, sea)
        shuffle(sea)
        _seat_all(habits, sea.dice)
        turns = _play(sea, outlook, stakes, habits, prospects, cells, marks, features)
        for turn in range(turns):
            size, octopuses = marks[turn, 0], marks[turn, 1]
            deck, on = knot_of(DECKS, float(size))
            octopus, by = knot_of(OCTOPUSES, float(octopuses))
            off, off_squared = 0.0, 0.0
            for seat in range(players):
                who = 0 if seat == marks[turn, 2] else 1
                table = outlook.species[size, who, octopuses]
                looked = features[turn, seat]
                left_over = 0.0
                for species in range(10):
                    cell = cells[turn, seat, species]
                    final = sea.best[seat, species]
                    left_over += final - table[cell]
                    for place, part in ((deck, 1 - on), (deck + 1, on)):
                        for other, share in ((octopus, 1 - by), (octopus + 1, by)):
                            sums[place, who, other, cell] += part * share * final
                            counts[place, who, other, cell] += part * share
                for place, part in ((deck, 1 - on), (deck + 1, on)):
                    for row in range(FEATURES):
                        rights[place, who, row] += part * looked[row] * left_over
                        for column in range(FEATURES):
                            squares[place, who, row, column] += part * looked[row] * looked[column]
                for row in range(FEATURES):
                    left_over -= outlook.sizes[size, who, row] * looked[row]
                off += left_over
                off_squared += left_over * left_over
            for place, part in ((deck, 1 - on), (deck + 1, on)):
                scatter[place, 0] += part
                scatter[place, 1] += part * off_squared / players
                scatter[place, 2] += part * (off * off - off_squared) / (players * (players - 1))


def _guess() -> Reals:
    """What a species may count, by a fixed chance for each card of the deck."""
    prospects = prospects_of(0.3)
    cells = np.array([prospects[(cell // 36 // 5) * 36 + cell % 36] for cell in range(CELLS)])
    held = np.array([float(cell // 36 // 5) for cell in range(CELLS)])
    species = np.zeros((len(DECKS), 2, len(OCTOPUSES), CELLS))
    species[:] = cells
    # With an empty deck nothing more happens.
    species[0] = held
    return species


def _first_averages() -> Averages:
    return Averages(_guess(), np.zeros((len(DECKS), 2, FEATURES)), np.zeros((len(DECKS), 2)))


def _stakes(players: int) -> Stakes:
    """For points, seat after seat."""
    plain = linear_stakes(players, 0)
    curves = np.concatenate([linear_stakes(players, mover).curves for mover in range(players)])
    return Stakes(plain.centre, curves, plain.base, plain.sums, plain.kinds)


class _Sums(NamedTuple):
    """What `_learn` adds up."""

    sums: Reals
    counts: Reals
    squares: Reals
    rights: Reals
    scatter: Reals


def fit(players: int, sessions: int, rounds: int, seed: int = 1) -> Averages:
    """Averages over self-play of so many sessions in the last round, and a fourth of them before."""
    averages = _first_averages()
    stakes, start, sea = _stakes(players), begin_sea(players), new_sea(players)
    prospects = prospects_for()[0]
    sea.dice[0] = seed * 7_919 + 1

    def learn(averages: Averages, count: int) -> _Sums:
        knots, shape = len(DECKS), averages.species.shape
        room = _Sums(
            np.zeros(shape), np.zeros(shape), np.zeros((knots, 2, FEATURES, FEATURES)),
            np.zeros((knots, 2, FEATURES)), np.zeros((knots, 3)),
        )  # fmt: skip
        _learn(start, sea, spell_out(averages), stakes, prospects, count, *room)
        return room

    for number in range(rounds):
        played = sessions if number == rounds - 1 else sessions // 4
        found = learn(averages, played)
        species = (found.sums + _DOUBT * averages.species) / (found.counts + _DOUBT)
        species[0] = _guess()[0]
        # Once more with the new averages, for what they leave over.
        found = learn(averages._replace(species=species), played // 3)
        sizes = np.zeros_like(averages.sizes)
        # Nothing is to be added once the deck is empty.
        sizes[1:] = np.linalg.solve(found.squares[1:] + np.eye(FEATURES), found.rights[1:, ..., None])[..., 0]
        averages = averages._replace(species=species, sizes=sizes)
    off = learn(averages, sessions // 6).scatter
    scatter = off[:, 1:] / np.maximum(off[:, :1], 1)
    scatter[0] = 0
    return averages._replace(scatter=scatter)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sessions", type=int, help="in the last round, instead of the usual number")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--players", default="2,3,4")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("expected.npz"))
    wishes = parser.parse_args()
    tables: dict[str, Reals] = {}
    for players in map(int, wishes.players.split(",")):
        averages = fit(players, wishes.sessions or _SESSIONS[players], wishes.rounds)
        for name, table in zip(Averages._fields, averages, strict=True):
            tables[f"{name}{players}"] = table.astype(np.float16 if name == "species" else np.float32)
    np.savez_compressed(wishes.out, **tables)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
