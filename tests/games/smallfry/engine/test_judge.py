"""The judge of Small Fry: the end of a match and the odds are those of an enumeration, equal views get equal hints."""

import random
from collections import Counter
from fractions import Fraction

import msgspec
import pytest

from shoal.coach import find_hint, find_judge
from shoal.core import CHANCE, State, Table, find_game
from shoal.core.judging import Judgement
from shoal.games.smallfry.cards import OCTOPUS, same_species
from shoal.games.smallfry.engine.judge import FryJudge
from shoal.games.smallfry.page.odds import next_card_odds
from shoal.games.smallfry.scoring import worth
from shoal.games.smallfry.state import State as SmallFryState

GAME = find_game("smallfry")


def _late_positions(players: int, cards: int, count: int) -> list[SmallFryState]:
    """Positions in which a seat chooses, this many cards are left, and the session decides the match."""
    found: list[SmallFryState] = []
    for seed in range(count * 10):
        table = Table(GAME, {"players": players, "target": 1}, seed=f"{seed:064x}")
        rng = random.Random(seed)
        while not table.over and len(found) < count:
            state = table.state
            assert isinstance(state, SmallFryState)
            if state.phase in ("choice", "octopus") and len(state.deck) == cards:
                found.append(state)
                break
            table.submit(state.turn, rng.choice(state.legal(state.turn)))
    return found


def _expected(state: State, seat: int) -> Fraction:
    """The chance of a seat by plain enumeration, in exact fractions; every seat plays for its own chance."""
    return _chances(state)[seat]


def _chances(state: State) -> list[Fraction]:
    if state.result is not None:
        winners = state.result.winners
        return [Fraction(seat in winners, len(winners)) for seat in range(len(state.scores))]
    if state.to_act == (CHANCE,):
        chance = state.chance()
        parts = [(chance.probability(step), _chances(state.play(step))) for step in chance.steps]
        return [sum((odds * values[seat] for odds, values in parts), Fraction(0)) for seat in range(len(state.scores))]
    seat = state.to_act[0]
    return max((_chances(state.play(step)) for step in state.legal(seat)), key=lambda values: values[seat])


@pytest.mark.parametrize("cards", [1, 2])
def test_the_end_of_a_match_is_judged_exactly(cards: int) -> None:
    positions = _late_positions(2, cards, 5 - cards)
    assert len(positions) == 5 - cards
    judge = FryJudge("quick")
    for state in positions:
        seat = state.to_act[0]
        verdict = judge.judge(state.view(seat))
        assert verdict.best.value.certainty in ("exact", "proved"), state
        for judged in verdict.steps:
            expected = float(_expected(state.play(judged.step), seat))
            assert judged.value.chances[seat] == pytest.approx(expected, abs=2e-6)


def test_the_odds_of_the_next_card_are_those_of_all_cards_one_by_one() -> None:
    table = Table(GAME, {"players": 2}, seed="21" * 32)
    checked = 0
    while checked < 60:
        state = table.state
        assert isinstance(state, SmallFryState)
        if state.phase == "choice":
            kinds = Counter(
                "octopus" if card == OCTOPUS else "double" if same_species(state.row, card) >= 0 else "new"
                for card in state.deck
            )
            odds = next_card_odds(state.row, state.deck)
            for kind in ("new", "double", "octopus"):
                assert getattr(odds, kind) == Fraction(kinds[kind], len(state.deck))
            told = str(GAME.reasons(state.view(state.turn), state.legal(state.turn)[0])[0])
            assert f"a double with {round(100 * odds.double)}%" in told
            checked += 1
        table.submit(state.turn, state.legal(state.turn)[0])


def test_the_last_cards_of_a_session_that_may_not_be_the_last_are_estimated() -> None:
    """A robbery can still take the leader below the target, and the next session has no end that could be looked at."""
    certainties = set()
    for state in _late_positions(2, 3, 12):
        target = max(worth(catch) for catch in state.catches)
        open_end = msgspec.structs.replace(state, options=msgspec.structs.replace(state.options, target=target))
        certainties.add(FryJudge("quick").judge(open_end.view(open_end.turn)).best.value.certainty)
    assert "estimated" in certainties


def test_estimates_have_an_error_bar_and_every_legal_step() -> None:
    table = Table(GAME, {"players": 3}, seed="22" * 32)
    table.submit(0, "flip")
    verdict = FryJudge("quick").judge(table.view(table.state.to_act[0]))
    assert verdict.best.value.certainty == "estimated"
    assert 0 < verdict.best.value.error < 0.1
    assert {judged.step for judged in verdict.steps} == set(table.view(table.state.to_act[0]).legal)


def test_what_the_table_hides_has_no_part_in_a_hint() -> None:
    """Two matches that differ in what a closed table hides show the same, and get the same hint."""
    table = Table(GAME, {"players": 2}, seed="23" * 32)
    rng = random.Random(3)
    for _ in range(40):
        table.submit(table.state.to_act[0], rng.choice(table.state.legal(table.state.to_act[0])))
    state, seat = table.state, table.state.to_act[0]
    assert isinstance(state, SmallFryState)
    other = 1 - seat
    catch, deck = state.catches[other], state.deck
    swapped = next(card for card in deck if card != OCTOPUS and card not in catch)
    catches = list(state.catches)
    catches[other] = bytes(sorted((*catch[1:], swapped)))
    pile = bytes(sorted((*(card for index, card in enumerate(deck) if index != deck.index(swapped)), catch[0])))
    twin = msgspec.structs.replace(state, catches=tuple(catches), deck=pile)
    shown, told = GAME.displayed(state.view(seat)), GAME.displayed(twin.view(seat))
    assert shown == told
    assert find_hint(GAME, shown, "quick") == find_hint(GAME, told, "quick")


def test_a_verdict_can_be_repeated() -> None:
    view = Table(GAME, {"players": 2}, seed="24" * 32).view(0)
    judge = find_judge(GAME, "quick")
    assert judge.judge(view) == judge.judge(view) == FryJudge("quick").judge(view)


def test_a_verdict_is_made_of_plain_numbers_which_can_be_written_as_json() -> None:
    table = Table(GAME, {"players": 3}, seed="1" * 64)
    verdict = FryJudge("quick").judge(table.view(table.state.to_act[0]))
    for judged in verdict.steps:
        assert type(judged.doubt) is type(judged.value.error) is float
        assert msgspec.json.decode(msgspec.json.encode(judged.value), type=Judgement) == judged.value
