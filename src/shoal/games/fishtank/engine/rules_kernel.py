"""Kernels: the rules of play again, compiled: dealing, passing, placing. The tests compare them with `state.py`."""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from shoal.core.numba_kernels import Numbers, below, generator_kernel, kernel
from shoal.games.fishtank.engine.scoring_tables import CELLS, WHOLE
from shoal.games.fishtank.options import HAND_SIZE

__all__ = [
    "CELL",
    "CHOSEN",
    "KIND",
    "NOTHING",
    "ROUNDS",
    "TURNED",
    "GameArrays",
    "copy_game",
    "deal_hands",
    "new_game_arrays",
    "pass_hands",
    "place_card",
    "place_chosen",
    "placements",
]

#: Rounds of a whole game.
ROUNDS: Final = 2 * HAND_SIZE

#: Indices of a chosen card: its kind, its cell, and the cell of the card turned, or `NOTHING`.
KIND: Final = 0
CELL: Final = 1
TURNED: Final = 2
CHOSEN: Final = 3
NOTHING: Final = -1


class GameArrays(NamedTuple):
    """A game between two rounds. Kinds are numbered as in the scoring tables; sets of cells lie in one frame."""

    #: `[players, kinds]`: the cells of each kind, and `[players]`: the free cells.
    tanks: Numbers
    free: Numbers
    #: `[players, kinds]`: how many cards of each kind.
    hands: Numbers
    #: `[kinds]`: the unused cards, and the cards that no player has chosen yet.
    pile: Numbers
    unchosen: Numbers
    #: `[1]`: how many rounds are played.
    rounds_played: Numbers
    #: `[1]`: the word that random numbers come from.
    random_word: Numbers
    #: `[players, CHOSEN]`: the card that each seat has chosen, and where it goes.
    chosen: Numbers


def new_game_arrays(players: int, kinds: int) -> GameArrays:
    """The arrays of a game with empty tanks and no cards."""
    return GameArrays(
        tanks=np.zeros((players, kinds), dtype=np.int64),
        free=np.full(players, WHOLE, dtype=np.int64),
        hands=np.zeros((players, kinds), dtype=np.int64),
        pile=np.zeros(kinds, dtype=np.int64),
        unchosen=np.zeros(kinds, dtype=np.int64),
        rounds_played=np.zeros(1, dtype=np.int64),
        random_word=np.ones(1, dtype=np.int64),
        chosen=np.zeros((players, CHOSEN), dtype=np.int64),
    )


@kernel
def copy_game(source: GameArrays, target: GameArrays) -> None:
    """Copy everything but the chosen cards."""
    target.tanks[:] = source.tanks
    target.free[:] = source.free
    target.hands[:] = source.hands
    target.pile[:] = source.pile
    target.unchosen[:] = source.unchosen
    target.rounds_played[:] = source.rounds_played
    target.random_word[:] = source.random_word


@generator_kernel
def placements(free: int, plants: int) -> Iterator[tuple[int, int]]:
    """Every way to place a card: a free cell, and the cell to turn, or `NOTHING` (T7, T10).

    A free cell or a plant cannot be turned; the new card itself can.
    """
    for cell in range(CELLS):
        if free >> cell & 1:
            for turned in range(NOTHING, CELLS):
                if turned < 0 or turned == cell or not (free | plants) >> turned & 1:
                    yield cell, turned


@kernel
def place_card(tank: Numbers, plant: int, kind: int, cell: int, turned: int) -> None:
    """Put a card on a cell of `tank[kinds]`, and turn a card, perhaps the same one."""
    bit = 1 << cell
    if turned == cell:
        tank[plant] |= bit
        return
    tank[kind] |= bit
    if turned >= 0:
        gone = 1 << turned
        for other in range(len(tank)):
            tank[other] &= ~gone
        tank[plant] |= gone


@kernel
def _draw(cards: Numbers, random_word: Numbers) -> int:
    """Take a random card from `cards[kinds]`; `NOTHING` when there is none."""
    total = 0
    for kind in range(len(cards)):
        total += cards[kind]
    if total == 0:
        return NOTHING
    number = below(random_word, total)
    for kind in range(len(cards)):
        number -= cards[kind]
        if number < 0:
            cards[kind] -= 1
            return kind
    return NOTHING


@kernel
def deal_hands(game: GameArrays) -> None:
    """Deal new hands for a half (T3)."""
    game.hands[:] = 0
    for _ in range(HAND_SIZE):
        for seat in range(len(game.free)):
            kind = _draw(game.pile, game.random_word)
            if kind >= 0:
                game.hands[seat, kind] += 1


@kernel
def pass_hands(game: GameArrays) -> None:
    """Pass the hands on (T5); two players discard and draw (T17). `rounds_played` counts the round just played."""
    players = len(game.free)
    played = game.rounds_played[0]
    if played % HAND_SIZE == 0:
        if players == 2:
            game.hands[:] = 0
        return
    for kind in range(len(game.pile)):
        if played < HAND_SIZE:
            last = game.hands[players - 1, kind]
            for seat in range(players - 1, 0, -1):
                game.hands[seat, kind] = game.hands[seat - 1, kind]
            game.hands[0, kind] = last
        else:
            first = game.hands[0, kind]
            for seat in range(players - 1):
                game.hands[seat, kind] = game.hands[seat + 1, kind]
            game.hands[players - 1, kind] = first
    if players == 2:
        for seat in range(2):
            if played % HAND_SIZE < HAND_SIZE - 1:
                _draw(game.hands[seat], game.random_word)
            kind = _draw(game.pile, game.random_word)
            if kind >= 0:
                game.hands[seat, kind] += 1


@kernel
def place_chosen(game: GameArrays, plant: int, seat: int) -> None:
    """Take a seat's chosen card from its hand and place it."""
    kind, cell = game.chosen[seat, KIND], game.chosen[seat, CELL]
    game.hands[seat, kind] -= 1
    game.unchosen[kind] -= 1
    place_card(game.tanks[seat], plant, kind, cell, game.chosen[seat, TURNED])
    game.free[seat] &= ~(1 << cell)
