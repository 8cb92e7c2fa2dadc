"""The odds helper: its numbers against the rules themselves, outcome by outcome."""

import random
from collections.abc import Callable
from fractions import Fraction

import pytest
from tests.games.fragment import Fragment

from shoal.core.text import say_english
from shoal.core.translations import speaker
from shoal.games.smallfry import GAME
from shoal.games.smallfry.cards import BOX, CARDS, OCTOPUS, card_names, same_species
from shoal.games.smallfry.page.odds import best_robbery_odds, next_card_odds, odds_plans, robbery_odds
from shoal.games.smallfry.scoring import worth
from shoal.games.smallfry.state import State
from shoal.games.smallfry.steps import FLIP, STOP, Rob, TurnUp
from shoal.server.web.templating import render_help

Make = Callable[..., State]

NAMES = ("Ada", "Grace", "Alan", "Linus")
HALF = Fraction(1, 2)


def _cards(written: str) -> bytes:
    return bytes(CARDS[name] for name in written.split())


def _points(state: State, seat: int, before: State) -> int:
    """What a seat's catch is worth, or was when the session ended."""
    return state.sheet[-1][seat] if len(state.sheet) > len(before.sheet) else worth(state.catches[seat])


def _play_to(state: State, length: int, octopus_worth: Fraction, start: State) -> Fraction:
    """The mover's points after going on until the row has `length` cards: over every card that may come."""
    seat = start.turn
    if len(state.row) == length:
        return Fraction(_points(state.play(STOP), seat, start))
    turning = state.play(FLIP)
    total = Fraction(0)
    for step in turning.chance().steps:
        after = turning.play(step)
        if step == TurnUp(OCTOPUS):
            points = worth(start.catches[seat]) + octopus_worth
        elif after.phase == "choice":
            points = _play_to(after, length, octopus_worth, start)
        else:
            points = Fraction(_points(after, seat, start))
        total += turning.chance().probability(step) * points
    return total


def _small_sea(seed: int, situation: Make) -> State:
    """A choice, or the beginning of a turn, with few enough cards left to try them all."""
    rng = random.Random(seed)
    cards = rng.sample([card for card in BOX if card != OCTOPUS], 20)
    row = b""
    for card in cards[: rng.randrange(5)]:
        if same_species(row, card) < 0:
            row += bytes((card,))
    deck = [*cards[13 : 13 + rng.randrange(1, 5)], *[OCTOPUS] * rng.randrange(2)]
    written = [" ".join(card_names(part)) for part in (row, cards[5:9], cards[9:13], deck)]
    phase = "choice" if row else "begin"
    return situation(row=written[0], catches=(written[1], written[2]), deck=written[3], phase=phase)


@pytest.mark.rule("S5", "S6", "S7", "S8", "S21")
@pytest.mark.parametrize("seed", range(40))
def test_every_plan_is_worth_what_the_rules_make_of_it_card_by_card(seed: int, situation: Make) -> None:
    state = _small_sea(seed, situation)
    before = worth(state.catches[0])
    found = odds_plans(state.row, state.deck, state.catches[0], HALF)
    assert found[0].length == max(1, len(state.row))
    for plan in found:
        assert plan.points == _play_to(state, plan.length, HALF, state) - before


@pytest.mark.rule("S1")
def test_the_first_card_of_the_box(situation: Make) -> None:
    chances = next_card_odds(b"", BOX)
    assert (chances.new, chances.double, chances.octopus) == (Fraction(10, 11), Fraction(0), Fraction(1, 11))
    first = odds_plans(b"", BOX, b"", Fraction(0))[0]
    assert first.kept == Fraction(10, 11)
    assert first.points == Fraction(10 * (1 + 1 + 2 + 2 + 3 + 4), 66)


@pytest.mark.parametrize("seed", range(10))
def test_the_next_card_is_as_likely_as_chance_says(seed: int, situation: Make) -> None:
    state = _small_sea(seed, situation)
    draw = state.play(FLIP).chance()
    chances = next_card_odds(state.row, state.deck)
    doubles = [step for step in draw.steps if step.card != OCTOPUS and same_species(state.row, step.card) >= 0]  # type: ignore[attr-defined]
    assert chances.octopus == draw.probability(TurnUp(OCTOPUS))
    assert chances.double == sum(draw.probability(step) for step in doubles)
    assert chances.new + chances.double + chances.octopus == 1


def test_where_nothing_new_can_come_one_more_card_is_still_weighed() -> None:
    found = odds_plans(_cards("eel3 ray2"), _cards("eel1 ray1"), b"", Fraction(0))
    stopping, going_on = found
    assert (stopping.length, stopping.kept, stopping.points) == (2, Fraction(1), Fraction(5))
    assert (going_on.length, going_on.kept, going_on.points) == (3, Fraction(0), Fraction(3, 2))


def _robbed(state: State, rob: Rob, seat: int) -> Fraction:
    """A seat's points after a robbery, over all rolls and all cards drawn blind."""
    start, pending, total = state, [(Fraction(1), state.play(rob))], Fraction(0)
    while pending:
        share, now = pending.pop()
        if now.phase not in ("roll", "take"):
            total += share * _points(now, seat, start)
            continue
        chance = now.chance()
        pending += [(share * chance.probability(step), now.play(step)) for step in chance.steps]
    return total


@pytest.mark.rule("S10", "S11", "S12", "S18", "S20")
@pytest.mark.parametrize(
    "catches",
    [
        ("eel4 eel1 boxfish2", "ray3 boxfish2 eel3 eel2 eel2"),
        ("", "ray3 ray1", "sunfish4"),
        ("ray4 ray1 sunfish2 clownfish3", "eel1 eel1 eel4 ray3", "", "boxfish1 boxfish2 boxfish3"),
    ],
)
def test_every_robbery_is_worth_what_the_rules_make_of_it(
    catches: tuple[str, ...], situation: Make, play: Make
) -> None:
    state = play(situation(catches=catches), "flip", "=octopus")
    found = robbery_odds(state.catches, 0)
    assert [Rob(one.victim, one.number) for one in found] == list(state.robs())
    for one in found:
        rob = Rob(one.victim, one.number)
        assert one.robber_change == _robbed(state, rob, 0) - worth(state.catches[0])
        assert one.victim_change == _robbed(state, rob, one.victim) - worth(state.catches[one.victim])


@pytest.mark.rule("S19")
def test_robbing_nobody_is_best_where_there_is_only_something_to_lose() -> None:
    choices = robbery_odds([_cards("eel4 ray4"), _cards("eel1")], 0)
    assert [one.robber_change for one in choices] == [Fraction(-4, 6)]
    assert best_robbery_odds(choices) is None
    assert best_robbery_odds([]) is None


def test_players_who_are_not_to_act_get_no_help(situation: Make, play: Make) -> None:
    state = situation(row="eel1", phase="choice")
    assert render_help(GAME, state.view(0), NAMES[:2], say_english) is not None
    for viewer in (None, 1):
        assert render_help(GAME, state.view(viewer), NAMES[:2], say_english) is None
    assert render_help(GAME, play(state, "flip").view(0), NAMES[:2], say_english) is None
    over = play(situation(deck="eel1", scores=(76, 0)), "flip", "=eel1")
    assert render_help(GAME, over.view(0), NAMES[:2], say_english) is None


def test_the_helper_says_what_the_next_card_and_each_plan_may_bring(situation: Make) -> None:
    state = situation(row="eel3 ray2", catches=("eel1", ""), phase="choice", deck="eel2 octopus boxfish4 ray1")
    text = Fragment(str(render_help(GAME, state.view(0), NAMES[:2], say_english))).text
    assert "a new species 25% a double 50% an octopus 25%" in text
    assert "stop now 100% +4.0 ★" in text
    # The boxfish 8, the second ray 2, the second eel and the octopus nothing: a quarter of that.
    assert "until the row has 3 cards 25% +2.5" in text
    assert "An octopus takes the row, and robbing would bring nothing on average." in text


def test_the_helper_lists_every_robbery_and_none(situation: Make, play: Make) -> None:
    state = play(situation(catches=("", "ray4", "eel1 eel2")), "flip", "=octopus")
    help_ = render_help(GAME, state.view(0), NAMES[:3], say_english)
    text = Fragment(str(help_)).text
    assert "Grace, 1 card 83% +3.3 ★ −3.3" in text
    assert "Alan, 1 card 83% +1.2 −0.4" in text
    assert "Alan, 2 cards 50% +1.0 −1.0" in text
    assert "rob nobody – 0.0 0.0" in text


def test_before_an_octopus_the_best_robbery_is_told_and_counted(situation: Make) -> None:
    state = situation(row="eel3", catches=("", "ray4"), phase="choice", deck="octopus")
    text = Fragment(str(render_help(GAME, state.view(0), NAMES[:2], say_english))).text
    assert "robbing Grace of 1 card is then worth +3.3 on average" in text
    assert "until the row has 2 cards 0% +3.3 ★" in text


@pytest.mark.parametrize("language", ["fr", "cs"])
def test_numbers_are_written_as_the_language_writes_them(language: str, situation: Make) -> None:
    state = situation(row="eel3", catches=("", "ray4"), phase="choice", deck="octopus")
    text = Fragment(str(render_help(GAME, state.view(0), NAMES[:2], speaker(language, GAME)))).text
    assert "+3,3" in text
    assert "0 %" in text


def test_what_may_happen_is_never_called_impossible_nor_certain(situation: Make) -> None:
    row = "boxfish1 clownfish1 eel1 hammerhead1 lionfish1 pufferfish1"
    deck = "octopus " + "sunfish1 sunfish2 sunfish3 sunfish4 swordfish1 " * 50
    text = Fragment(
        str(render_help(GAME, situation(row=row, deck=deck, phase="choice").view(0), NAMES[:2], say_english))
    ).text
    assert "a new species > 99% a double 0% an octopus < 1%" in text
