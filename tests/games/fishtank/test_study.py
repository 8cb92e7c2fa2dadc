"""What a study counts in games of Fish Tank: finished tanks, choices, cards turned to plants."""

from functools import reduce

from msgspec.structs import replace
from tests.games.fishtank.decks import WORKED_EXAMPLE, play_all, start

from shoal.games.fishtank.cells import FRAMES
from shoal.games.fishtank.deck_file import house_deck
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.score_text import parse_tank
from shoal.games.fishtank.state import State
from shoal.games.fishtank.steps import PlaceCard
from shoal.games.fishtank.study import study
from shoal.games.fishtank.tank import EMPTY_TANK, Tank

Facts = dict[str, tuple[float, ...]]

ONE_SET = (
    "hatchet hatchet hatchet hatchet / loach loach loach loach / loach loach loach loach / loach loach loach loach"
)
TWO_SETS = "barb barb loach loach / barb loach loach loach / loach loach loach loach / pleco loach loach pleco"


def _tank(text: str) -> Tank:
    lying = zip(FRAMES[-1], parse_tank(text, house_deck()), strict=True)
    return reduce(lambda tank, card: tank.placed(card[1], PlaceCard(0, card[0]), "plant"), lying, EMPTY_TANK)


def _over(*tanks: str) -> State:
    """The end of a game with these tanks, and the full deck."""
    opening = start(players=len(tanks), deck="full")
    return replace(opening, phase=RoundPhase.OVER, to_act=(), tanks=tuple(map(_tank, tanks)))


def _facts(state: State) -> Facts:
    return {finding.measure.name: finding.values for finding in study([state], [])}


def _came_up(found: Facts) -> dict[str, float]:
    return {name: values[0] for name, values in found.items() if name.startswith("T") and values[0]}


def test_what_each_kind_brought_in_the_book_s_example() -> None:
    state = _over(WORKED_EXAMPLE, ONE_SET)
    found = _facts(state)
    points = {name.removeprefix("points-"): values[0] for name, values in found.items() if name.startswith("points-")}
    assert sum(points.values()) == 44
    assert points == {kind: state.options.scorer.best(state.tanks[0])[0].kinds.get(kind, 0) for kind in points}
    cards = {name.removeprefix("cards-"): values for name, values in found.items() if name.startswith("cards-")}
    assert [sum(values[seat] for values in cards.values()) for seat in (0, 1)] == [16, 16]
    assert cards["loach"] == (0, 12)
    assert (found["yield-hatchet"], found["yield-loach"]) == ((3.75,) * 4, (0,) * 12)
    assert found["yield-plant"] == (points["plant"] / cards["plant"][0],) * int(cards["plant"][0])


def test_which_rules_made_points() -> None:
    assert _came_up(_facts(_over(ONE_SET, "loach " * 3 + "loach" + " / loach loach loach loach" * 3))) == {"T13": 1}
    assert _came_up(_facts(_over(TWO_SETS, ONE_SET))) == {"T12": 1, "T13": 2, "T18-sets": 1}
    found = _facts(_over(ONE_SET, ONE_SET))
    assert _came_up(found) == {"T13": 2, "T18-shared": 1}
    assert (found["sets"], found["kinds"], found["wasted"]) == ((1, 1), (2, 2), (12, 12))
    amounts = "angelfish snail snail plant" + " / loach loach loach loach" * 3
    # The snail between two loaches at most scores for its neighbours: it has one snail and one loach, so it does not.
    assert _came_up(_facts(_over(amounts, ONE_SET))) == {"T13": 1, "T14": 1, "T16": 1}
    snail = "loach snail loach barb / barb pleco barb pleco / pleco barb pleco barb / barb redtail barb pleco"
    assert _came_up(_facts(_over(snail, ONE_SET)))["T15"] == 1


def test_choices_are_counted_by_what_was_in_the_hand() -> None:
    hands = (
        "angelfish barb discus hatchet loach pleco redtail shrimp",
        "angelfish angelfish barb discus pleco snail snail shrimp",
    )
    dealt = [f"={'AB'[seat]}:{hand.split()[card]}" for card in range(8) for seat, hand in enumerate(hands)]
    states = [play_all(start(players=2), dealt)]
    texts = ["A:barb", "B:snail"]
    steps = []
    for text in texts:
        steps.append(states[-1].parse(text))
        states.append(states[-1].play(steps[-1]))
    found = {finding.measure.name: finding.values for finding in study(states, steps)}
    assert (found["chosen-barb"], found["chosen-snail"], found["chosen-discus"]) == ((1, 0), (1,), (0, 0))
    assert (found["round-barb"], found["round-snail"], found["round-discus"]) == ((1,), (1,), ())
    assert "chosen-tetra" not in found, "the advised deck for two leaves it out"


def test_cards_turned_to_plants_are_counted() -> None:
    state = _over(ONE_SET, ONE_SET)
    steps = [PlaceCard(0, 24, 24), PlaceCard(1, 24), PlaceCard(0, 25, 24), PlaceCard(1, 25, 24)]
    found = {finding.measure.name: finding.values for finding in study([state] * 5, steps)}
    assert (found["T10-new"], found["T10-earlier"], found["turned"]) == ((1,), (2,), (2, 1))
