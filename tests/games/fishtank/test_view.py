"""Views: what a seat may know is there, and nothing else."""

import random

import msgspec
import pytest
from msgspec.structs import replace
from tests.games.fishtank.decks import play_all, play_random, random_step, start

from shoal.core import IllegalStep, Viewer
from shoal.core.conformance import check_state, view_bytes
from shoal.core.table import admit
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.state import State
from shoal.games.fishtank.steps import ChooseCard, PlaceCard, TankStep


def _deal(first: str, second: str, others: str = "") -> State:
    """Two or three hands in notation, dealt."""
    hands = [hand.split() for hand in (first, second, others) if hand]
    steps = [f"={'ABC'[seat]}:{hand[card]}" for card in range(8) for seat, hand in enumerate(hands)]
    return play_all(start(players=len(hands), deck="full"), steps)


MINE = "angelfish barb barb discus hatchet loach pleco redtail"
TWINS = [
    ("snail snail snail barb barb pleco shrimp tetra", "snail snail snail barb barb pleco shrimp redtail"),
    ("snail snail snail barb barb pleco shrimp tetra", "snail tetra tetra tetra hatchet hatchet hatchet loach"),
]


def _look_alike(one: State, other: State, viewer: Viewer) -> None:
    assert one != other
    assert one.view(viewer) == other.view(viewer)
    assert view_bytes(one.view(viewer)) == view_bytes(other.view(viewer))
    if viewer is None:
        return
    assert list(one.legal(viewer)) == list(other.legal(viewer))
    for text in ("A:snail", "A:tetra", "A:barb", "B:tetra", "B:snail", "A:c4", "A:d4/d4*", "=A:snail", "nonsense"):
        assert _told(one, viewer, text) == _told(other, viewer, text)


def _told(state: State, seat: int, text: str) -> str:
    try:
        admit(state, seat, text)
    except Exception as error:  # noqa: BLE001 (whatever it is, it must be the same)
        return f"{type(error)} {error}"
    return "admitted"


@pytest.mark.parametrize(("first", "second"), TWINS)
def test_other_hands_are_hidden(first: str, second: str) -> None:
    for viewer in (0, None):
        _look_alike(_deal(MINE, first), _deal(MINE, second), viewer)


@pytest.mark.parametrize(("first", "second"), TWINS)
def test_other_hands_are_hidden_while_they_are_dealt(first: str, second: str) -> None:
    one, other = start(players=2, deck="full"), start(players=2, deck="full")
    for card in range(8):
        deal = f"=A:{MINE.split()[card]}"
        one = play_all(one, [deal, f"=B:{first.split()[card]}"])
        other = play_all(other, [deal, f"=B:{second.split()[card]}"])
        if one != other:
            _look_alike(one, other, 0)
            _look_alike(one, other, None)


@pytest.mark.rule("T4")
def test_sealed_choices_are_hidden_from_all_others() -> None:
    state = _deal(MINE, TWINS[0][0], TWINS[1][1])
    one, other = play_all(state, "B:snail"), play_all(state, "B:barb")
    for viewer in (0, 2, None):
        _look_alike(one, other, viewer)
    assert one.view(1) != other.view(1)
    assert one.view(1).pending == ChooseCard(1, "snail")
    assert one.view(0).sealed == (1,)


@pytest.mark.rule("T7")
def test_sealed_placings_are_hidden_from_all_others() -> None:
    state = play_all(_deal(MINE, TWINS[0][0], TWINS[1][1]), "A:barb B:snail C:loach")
    one, other = play_all(state, "B:d4"), play_all(state, "B:d4*")
    for viewer in (0, 2, None):
        _look_alike(one, other, viewer)
    assert one.view(1).pending == PlaceCard(1, 24)


@pytest.mark.rule("T17")
def test_nobody_sees_a_discard_that_does_not_show() -> None:
    state = play_all(_deal(MINE, TWINS[0][0]), "A:barb B:snail")
    one = play_all(state, "=A-barb =A:discus =B-discus =B:loach")
    other = play_all(state, "=A-barb =A:discus =B-hatchet =B:swordtail")
    assert one.hands != other.hands
    _look_alike(one, other, 0)
    _look_alike(one, other, None)
    assert one.view(1) != other.view(1)


@pytest.mark.rule("T17")
def test_a_received_hand_is_not_looked_at_before_the_discard() -> None:
    state = play_all(_deal(MINE, TWINS[0][0]), "A:barb B:snail")
    hands = [(state.view(seat).hand) for seat in range(2)]
    assert hands == [None, None]
    state = play_all(state, "=A-barb")
    assert state.view(0).hand == ("barb", "pleco", "shrimp", "snail", "snail", "tetra")
    assert state.view(1).hand is None
    state = play_all(state, "=A:tetra =B-loach")
    assert state.view(0).hand == ("barb", "pleco", "shrimp", "snail", "snail", "tetra", "tetra")
    assert state.view(0).drawn == "tetra"
    assert state.view(1).hand == ("angelfish", "barb", "discus", "hatchet", "pleco", "redtail")


def test_a_view_holds_what_the_seat_has_seen_and_only_that() -> None:
    state = play_all(_deal(MINE, TWINS[0][0], TWINS[1][1]), "A:barb B:snail C:loach A:d4 B:d4 C:d4")
    (seen,) = state.view(0).past
    assert seen.hand == tuple(MINE.split())
    assert seen.choices == ("barb", "snail", "loach")
    (watched,) = state.view(None).past
    assert (watched.hand, watched.choices) == ((), ("barb", "snail", "loach"))
    assert state.view(None).hand is None
    assert state.view(0).sizes == (7, 7, 7)
    assert state.view(0).unused == 99 - 24


def test_the_pile_shows_its_size_only() -> None:
    state = _deal(MINE, TWINS[0][0])
    pile = list(state.pile)
    pile[0], pile[1] = pile[0] - 1, pile[1] + 1
    _look_alike(state, replace(state, pile=tuple(pile)), 0)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_promise_holds_while_chance_acts(players: int) -> None:
    """The kit looks at a table only when players are to act; deals, discards and draws are looked at here."""
    rng = random.Random(players)
    state = start(players=players)
    met: list[TankStep] = []
    while state.to_act:
        if rng.random() < (0.12 if state.phase in (RoundPhase.DEAL, RoundPhase.DISCARD, RoundPhase.DRAW) else 0.02):
            check_state(state, rng, met[-40:])
        step = random_step(state, rng)[1]
        met.append(step)
        state = state.play(step)


def test_a_bad_step_of_another_seat_tells_nothing_about_its_hand() -> None:
    state = _deal(MINE, TWINS[0][0])
    with pytest.raises(IllegalStep) as held:
        admit(state, 0, "B:snail")
    with pytest.raises(IllegalStep) as not_held:
        admit(state, 0, "B:loach")
    assert str(held.value).replace("snail", "loach") == str(not_held.value)


def test_views_are_json() -> None:
    state = play_random(start(players=3), random.Random(3), steps=60)
    decoded = msgspec.json.decode(view_bytes(state.view(1)))
    assert decoded["viewer"] == 1
    assert decoded["hand"] == list(state.hands[1])
