"""What a table with a closed memory displays, and what may lie where it shows no cards."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import pytest

from shoal.core import CHANCE, Seat
from shoal.core.conformance import view_bytes
from shoal.games.smallfry import GAME
from shoal.games.smallfry.cards import BOX, CARDS, OCTOPUS
from shoal.games.smallfry.state import State
from shoal.games.smallfry.steps import FLIP

Make = Callable[..., State]

OTHERS = ("eel1 ray4", "boxfish1 sunfish2")


@pytest.mark.rule("S13")
def test_a_closed_table_displays_ones_own_catch_and_of_the_others_only_the_size(situation: Make) -> None:
    state = situation(catches=("eel4", "ray3 boxfish2", "sunfish1"), row="clownfish1", phase="choice")
    view = state.view(0).displayed()
    assert view.catches == (("eel4",), ("?", "?"), ("?",))
    assert view.deck == ("?",) * 61
    assert view.row == ("clownfish1",)
    assert state.view(None).displayed().catches == (("?",), ("?", "?"), ("?",))


@pytest.mark.rule("S13")
@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_worlds_that_differ_in_what_a_closed_table_hides_look_the_same(situation: Make, viewer: Seat | None) -> None:
    worlds = [situation(catches=("eel4", catch, "sunfish1"), row="seahorse2", phase="choice") for catch in OTHERS]
    shown = [view_bytes(GAME.displayed(state.view(viewer))) for state in worlds]
    assert shown[0] == shown[1]
    assert view_bytes(worlds[0].view(viewer)) != view_bytes(worlds[1].view(viewer))
    assert view_bytes(GAME.displayed(worlds[0].view(1))) != view_bytes(GAME.displayed(worlds[1].view(1)))


def test_how_many_cards_a_victim_once_had_is_not_told_by_what_was_announced(situation: Make, play: Make) -> None:
    """A closed table shows the sizes of now; the counts in a view tell whether a victim had enough for any number."""
    few, many = (situation(deck="octopus ray1", catches=("", catch)) for catch in ("eel1", "eel1 ray2 boxfish1"))
    counts = [play(state, "flip", "=octopus", "rob B1").view(0) for state in (few, many)]
    assert counts[0].play_counts != counts[1].play_counts
    assert counts[0].displayed().play_counts == counts[1].displayed().play_counts


def test_an_open_table_and_a_finished_match_display_everything(situation: Make, play: Make) -> None:
    over = play(situation(deck="eel1", catches=("boxfish3", "ray2"), scores=(76, 0)), "flip", "=eel1")
    for state in (situation(catches=("eel1", "ray4"), memory="open"), over):
        for viewer in (None, 0, 1):
            assert GAME.displayed(state.view(viewer)) == state.view(viewer)


def _moments(players: int, seed: int) -> Iterator[State]:
    """Every moment of a match of players who rob often, so that cards go every way."""
    rng = random.Random(seed)
    state = GAME.start(GAME.options({"players": players, "target": 20}))
    while state.to_act:
        if state.to_act == (CHANCE,):
            state = state.play(state.chance().draw(rng.randrange))
        else:
            legal = state.legal(state.turn)
            state = state.play(rng.choice((*legal[:-1], legal[0])))
        yield state


def _all_cards(state: State) -> Counter[int]:
    return Counter([*state.deck, *state.row, *(card for catch in state.catches for card in catch)])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_imagined_behind_hidden_cards_is_possible(players: int) -> None:
    rng, phases = random.Random(players), set()
    for state in _moments(players, seed=players):
        phases.add(state.phase)
        for viewer in (None, state.turn, (state.turn + 1) % players):
            view = state.view(viewer).lying_open()
            imagined = view.imagine(rng)
            assert imagined.view(viewer).lying_open() == view
            assert _all_cards(imagined) <= Counter(BOX)
            assert all(OCTOPUS not in catch for catch in imagined.catches)
            _check_latest_turn(state, imagined)
    assert phases == {"begin", "card", "choice", "octopus", "roll", "take", "over"}


def _check_latest_turn(state: State, imagined: State) -> None:
    """Cards of the shown turn that all saw lie where all saw them go, and no other copy is where it cannot be."""
    if state.shown_turn is None or len(state.deck) == len(BOX):
        return
    shown = Counter(CARDS[step[1:]] for step in state.shown_turn.steps if step[1:] in CARDS)
    taken = [CARDS[step[6:]] for step in state.shown_turn.steps if step.startswith("=take ")]
    out_of_deck = shown + Counter(taken)
    assert not Counter(imagined.deck) - (Counter(BOX) - out_of_deck), "a card that was turned up is in the deck"
    if taken and state.robbery is not None:
        assert not Counter(taken) - Counter(imagined.catches[state.robbery.taker])


@pytest.mark.parametrize(
    ("steps", "owner", "cards"),
    [
        (("flip", "=eel1", "flip", "=ray2", "stop"), 0, {"eel1", "ray2"}),
        (("flip", "=eel1", "flip", "=ray2", "flip", "=ray1"), 0, {"eel1"}),
        (("flip", "=octopus", "rob B2", "=roll 3", "=take ray4", "=take eel3"), 0, {"ray4", "eel3"}),
        (("flip", "=octopus", "rob B2", "=roll -1", "=take seahorse4"), 1, {"seahorse4"}),
    ],
)
def test_the_cards_of_the_latest_turn_lie_where_all_saw_them_go(
    situation: Make, play: Make, steps: Sequence[str], owner: Seat, cards: set[str]
) -> None:
    state = play(situation(catches=("seahorse4", "ray4 eel3", "")), *steps)
    assert state.phase == "begin"
    for number in range(20):
        imagined = state.view(2).lying_open().imagine(random.Random(number))
        assert {CARDS[name] for name in cards} <= set(imagined.catches[owner])


def test_hidden_cards_may_be_anywhere_with_equal_chance(situation: Make) -> None:
    """The catch of B may be any fish; of the other 64 cards, the deck is a fair half."""
    deck = " ".join(["octopus"] * 6 + ["eel1"] * 26)
    state = situation(catches=("", "boxfish1"), row="ray1", phase="choice", deck=deck)
    view, rng = state.view(0).lying_open(), random.Random(3)
    imagined = [view.imagine(rng) for _ in range(3000)]
    assert len({each.catches[1] for each in imagined}) == 40
    octopuses = sum(each.deck.count(OCTOPUS) for each in imagined) / len(imagined)
    assert octopuses == pytest.approx(6 * 32 / 64, abs=0.1)


def test_a_state_behind_hidden_cards_can_be_played_on(situation: Make, play: Make) -> None:
    state = situation(catches=("eel1", "ray4 ray1"), row="boxfish1", phase="choice")
    imagined = state.view(0).displayed().imagine(random.Random(1)).play(FLIP)
    assert imagined.to_act == (CHANCE,)
    assert len(imagined.deck) == len(state.deck)
