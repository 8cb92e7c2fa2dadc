"""Situations of Small Fry, laid out as they would be on a table."""

from collections.abc import Callable, Sequence

import pytest
from msgspec.structs import replace

from shoal.games.smallfry import GAME
from shoal.games.smallfry.cards import BOX, CARDS, sort
from shoal.games.smallfry.phase import TurnPhase
from shoal.games.smallfry.state import State


def _cards(written: str) -> bytes:
    return bytes(CARDS[name] for name in written.split())


def lay_out(
    *,
    row: str = "",
    catches: Sequence[str] = ("", ""),
    deck: str | None = None,
    phase: TurnPhase = "begin",
    turn: int = 0,
    scores: Sequence[int] | None = None,
    **options: object,
) -> State:
    """A moment in which a seat is to act; the deck is the rest of the box unless it is given."""
    start = GAME.start(GAME.options({"players": len(catches), **options}))
    rest = list(BOX)
    for card in _cards(" ".join((row, *catches))):
        rest.remove(card)
    return replace(
        start,
        to_act=(turn,),
        phase=phase,
        turn=turn,
        deck=bytes(rest) if deck is None else sort(_cards(deck)),
        row=_cards(row),
        catches=tuple(sort(_cards(catch)) for catch in catches),
        scores=tuple(scores) if scores is not None else start.scores,
    )


def play_on(state: State, *steps: str) -> State:
    """What follows from steps in notation."""
    for step in steps:
        state = state.play(state.parse(step))
    return state


@pytest.fixture
def situation() -> Callable[..., State]:
    return lay_out


@pytest.fixture
def play() -> Callable[..., State]:
    return play_on
