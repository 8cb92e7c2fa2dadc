"""Dealing the ice: what the box holds, chance, and boards laid out by hand."""

import math
import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations

import pytest

from shoal.core import CHANCE, IllegalStep
from shoal.games.penguins import GAME, State
from shoal.games.penguins.board import board_of
from shoal.games.penguins.deal import fish_of, floes_with
from shoal.games.penguins.even_layout import even_layouts, is_even
from shoal.games.penguins.steps import DealIce, PlacePenguin

Play = Callable[[Mapping[str, object], str], State]
Ice = Callable[[str], str]

FULL = "=2121132/22311211/1233131/13322111/3112212/11131121/2132211/21122121"


def dealt(options: Mapping[str, object], rng: random.Random) -> bytes:
    start = GAME.start(GAME.options(options))
    assert start.to_act == (CHANCE,)
    return start.play(start.chance().draw(rng.randrange)).fish


def largest_group(state: State) -> int:
    """Of touching floes with three fish, counted by walking from floe to floe."""
    threes = {floe for floe, fish in enumerate(state.fish) if fish == 3}
    largest = 0
    while threes:
        group, edge = 0, [threes.pop()]
        while edge:
            group += 1
            row, x = state.board.coordinates[edge.pop()]
            steps = ((0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1))
            near = {floe for floe in threes if state.board.coordinates[floe] in {(row + r, x + c) for r, c in steps}}
            threes -= near
            edge += near
        largest = max(largest, group)
    return largest


@pytest.mark.rule("P1", "P3")
@pytest.mark.parametrize("edition", ["en", "fr", "cs"])
def test_chance_deals_the_whole_box(edition: str) -> None:
    rng = random.Random(1)
    for _ in range(20):
        fish = dealt({"edition": edition}, rng)
        assert [fish.count(number) for number in range(4)] == [0, 30, 20, 10]


@pytest.mark.rule("P3")
def test_every_floe_gets_its_share_of_every_kind() -> None:
    rng = random.Random(7)
    deals = 3000
    seen = [[0] * 4 for _ in range(60)]
    for _ in range(deals):
        for floe, fish in enumerate(dealt({}, rng)):
            seen[floe][fish] += 1
    expected = (0, deals / 2, deals / 3, deals / 6)
    chi_square = sum((counts[fish] - expected[fish]) ** 2 / expected[fish] for counts in seen for fish in (1, 2, 3))
    assert 60 < chi_square < 190  # about 118 degrees of freedom


@pytest.mark.rule("P3")
def test_every_deal_is_equally_likely_and_the_odds_are_exact() -> None:
    chance = GAME.start(GAME.options({})).chance()
    assert not chance.steps
    deals = math.factorial(60) // (math.factorial(30) * math.factorial(20) * math.factorial(10))
    assert chance.probability(DealIce(FULL)) == Fraction(1, deals)
    assert chance.probability(DealIce(FULL.replace("2", "0", 1))) == 0
    assert chance.probability(DealIce("=nonsense")) == 0
    assert chance.probability(PlacePenguin("a1", 0)) == 0


@pytest.mark.rule("P4")
def test_the_czech_deal_keeps_floes_with_three_fish_apart() -> None:
    rng = random.Random(3)
    start = GAME.start(GAME.options({"edition": "cs"}))
    groups = {largest_group(start.play(start.chance().draw(rng.randrange))) for _ in range(300)}
    assert groups == {1, 2}


@pytest.mark.rule("P4")
@pytest.mark.parametrize("edition", ["en", "fr"])
def test_other_deals_stay_as_they_fall(edition: str) -> None:
    rng = random.Random(3)
    start = GAME.start(GAME.options({"edition": edition}))
    assert any(largest_group(start.play(start.chance().draw(rng.randrange))) > 2 for _ in range(30))


@pytest.mark.rule("P4")
def test_an_uneven_board_cannot_be_laid_out_where_threes_stay_apart(play: Play, ice: Ice) -> None:
    pegs = "a1 a3 a5 a7 c1 c3 c5 c7"
    pair = ice(f"{pegs} e1=3 e2=3 e4=3 g4=3")
    three = ice(f"{pegs} e1=3 e2=3 e3=3")
    bent = ice(f"{pegs} e1=3 e2=3 f1=3")
    for deal in (pair, three, bent):
        assert play({"evening": "none"}, deal).fish
    assert play({"evening": "apart"}, pair).fish
    for deal in (three, bent):
        with pytest.raises(IllegalStep, match="no more than two floes with three fish hanging together"):
            play({"evening": "apart"}, deal)


@pytest.mark.rule("P4")
def test_even_deals_are_equally_likely_among_themselves() -> None:
    start = GAME.start(GAME.options({"edition": "cs"}))
    chance = start.chance()
    deal = chance.draw(random.Random(5).randrange)
    layouts = even_layouts(start.board, 10) * math.comb(50, 20)
    assert chance.probability(deal) == Fraction(1, layouts)
    clumped = "=33311111/1111111/33311111/1111111/33322222/2222222/22222222/3111111"
    assert fish_of(start.board, clumped) is not None
    assert chance.probability(DealIce(clumped)) == 0


@pytest.mark.rule("P4")
@pytest.mark.parametrize("shifts", [(0,) * 8, (2, -2, 0, 1, 0, 0, -1, 2)])
def test_even_layouts_are_counted_as_trying_them_all_does(shifts: tuple[int, ...]) -> None:
    board = board_of(8, shifts)
    for threes in (1, 2, 3):
        tried = combinations((1 << floe for floe in range(60)), threes)
        assert even_layouts(board, threes) == sum(is_even(board, sum(floes)) for floes in tried)


@pytest.mark.rule("P1")
@pytest.mark.parametrize(("fish", "most"), [(1, 30), (2, 20), (3, 10)])
def test_a_board_laid_out_by_hand_takes_no_more_than_the_box_holds(play: Play, fish: int, most: int) -> None:
    rows = (7, 8) * 4

    def laid(count: int) -> str:
        # Where there is room, eight floes for the penguins come first.
        digits = ("1" * 8 if fish != 1 else "") + str(fish) * count
        cells = iter(digits.ljust(60, "0"))
        return "=" + "/".join("".join(next(cells) for _ in range(length)) for length in rows)

    assert play({}, laid(most)).fish.count(fish) >= most
    with pytest.raises(IllegalStep, match=f"at most {most} floes with {fish} fish, not {most + 1}"):
        play({}, laid(most + 1))


def test_a_board_needs_room_for_all_penguins(play: Play, ice: Ice) -> None:
    seven_ones = ice("a1 a2 a3 a4 a5 a6 a7 b1=2 b2=3")
    with pytest.raises(IllegalStep, match="room for 8 penguins on floes with one fish"):
        play({}, seven_ones)
    assert play({"placing": "any"}, seven_ones).legal(0)
    assert play({"placing": "any", "players": 3}, seven_ones).legal(0)
    with pytest.raises(IllegalStep, match="room for 9 penguins"):
        play({"placing": "any", "players": 3}, ice("a1 a2 a3 a4 a5 a6 a7 b1=2"))


def test_a_deal_of_the_other_shape_is_refused() -> None:
    start = GAME.start(GAME.options({"edition": "cs"}))
    with pytest.raises(IllegalStep, match="rows of 8, 7, 8, 7, 8, 7, 8, 7 floes"):
        start.play(DealIce(FULL))


def test_floes_are_found_by_their_fish() -> None:
    assert floes_with(bytes([1, 2, 1, 0]), 1) == 0b101
    assert floes_with(bytes([1, 2, 1, 0]), 0) == 0b1000
