"""Dealing, choosing, passing, placing and the end, rule by rule."""

import random
from collections import Counter
from itertools import permutations

import pytest
from tests.games.fishtank.decks import play_all, play_random, random_step, start

from shoal.core import CHANCE, IllegalStep
from shoal.games.fishtank.cells import CELL_NAMES, parse_cell
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.state import State
from shoal.games.fishtank.steps import ChooseCard, DealCard, DiscardCard, PlaceCard

A_HAND = ["angelfish", "barb", "discus", "hatchet", "loach", "pleco", "redtail", "shrimp"]
B_HAND = ["angelfish", "angelfish", "barb", "discus", "pleco", "snail", "snail", "swordtail"]
C_HAND = ["barb", "barb", "barb", "hatchet", "hatchet", "loach", "loach", "loach"]


def _deal(*hands: list[str]) -> list[str]:
    """The steps that deal these hands."""
    return [f"={'ABCDEF'[seat]}:{hand[card]}" for card in range(8) for seat, hand in enumerate(hands)]


def _three() -> State:
    return play_all(start(players=3), _deal(A_HAND, B_HAND, C_HAND))


def _two() -> State:
    return play_all(start(players=2), _deal(A_HAND, B_HAND))


def _cells(state: State, seat: int) -> list[str]:
    return list(dict.fromkeys(str(step)[2:4] for step in state.legal(seat)))


@pytest.mark.rule("T3")
@pytest.mark.parametrize("players", [2, 3, 6])
def test_hands_of_eight_are_dealt_round_the_table(players: int) -> None:
    state = start(players=players, deck="full")
    for number in range(8 * players):
        assert state.to_act == (CHANCE,)
        steps = [step for step in state.chance().steps if isinstance(step, DealCard)]
        assert {step.seat for step in steps} == {number % players}
        state = state.play(steps[number % len(steps)])
    assert [len(hand) for hand in state.hands] == [8] * players
    assert state.to_act == tuple(range(players))
    assert sum(state.pile) == 99 - 8 * players


@pytest.mark.rule("T3")
def test_cards_are_dealt_with_the_odds_of_the_pile() -> None:
    state = play_all(start(players=3), ["=A:snail", "=B:snail"])
    odds = {str(step): state.chance().probability(step) for step in state.chance().steps}
    assert odds["=C:snail"] * 79 == 4
    assert odds["=C:barb"] * 79 == 9
    assert "=C:tetra" not in odds, "left out with three players"


@pytest.mark.rule("T3")
def test_a_kind_that_is_used_up_is_dealt_no_more() -> None:
    state = play_all(start(players=3), [f"={'ABC'[number % 3]}:snail" for number in range(6)])
    assert "=A:snail" not in {str(step) for step in state.chance().steps}
    with pytest.raises(IllegalStep):
        state.play(DealCard(0, "snail"))


@pytest.mark.rule("T3", "T6")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_second_hand_of_eight_is_dealt_after_eight_rounds(players: int) -> None:
    rng = random.Random(players)
    state = start(players=players)
    rounds: Counter[int] = Counter()
    hands = []
    while state.to_act:
        before = state
        state = state.play(random_step(state, rng)[1])
        if before.phase is RoundPhase.DEAL and state.phase is RoundPhase.CHOOSE:
            hands.append([len(hand) for hand in state.hands])
        if len(state.past) > len(before.past):
            rounds[state.half] += 1
    assert hands == [[8] * players] * 2
    assert rounds == {1: 8, 2: 8}


@pytest.mark.rule("T6", "T7")
@pytest.mark.parametrize("players", [2, 5])
def test_everybody_ends_with_sixteen_cards_in_a_square(players: int) -> None:
    state = play_random(start(players=players), random.Random(players))
    assert state.to_act == ()
    assert state.result is not None
    for seat, tank in enumerate(state.tanks):
        (frame,) = tank.frames
        assert all(tank.within(frame))
        assert tank.occupied.bit_count() == 16
        chosen = Counter(played.choices[seat] for played in state.past)
        lying = Counter(face for face in tank.faces if face)
        turned = lying.pop("plant", 0)
        assert lying <= chosen
        assert turned == 16 - lying.total() == tank.turned.bit_count()


@pytest.mark.rule("T4")
def test_choices_stay_sealed_until_the_last_one_is_in() -> None:
    state = play_all(_three(), "C:loach A:barb")
    assert state.to_act == (1,)
    assert state.sealed == (0, 2)
    assert state.revealed == ()
    assert state.hands == _three().hands
    state = play_all(state, "B:snail")
    assert state.revealed == ("barb", "snail", "loach")
    assert state.sealed == ()
    assert state.to_act == (0, 1, 2)


@pytest.mark.rule("T4")
def test_a_choice_may_be_replaced_until_the_last_one_is_in() -> None:
    state = play_all(_three(), "A:barb A:discus A:pleco B:snail")
    assert ChooseCard(0, "barb") in state.legal(0)
    assert state == play_all(_three(), "B:snail A:pleco")
    assert play_all(state, "C:loach").revealed == ("pleco", "snail", "loach")


@pytest.mark.rule("T4")
def test_the_order_of_sealing_does_not_matter() -> None:
    ends = [play_all(_three(), list(order)) for order in permutations(["A:barb", "B:snail", "C:loach"])]
    assert all(end == ends[0] for end in ends)
    placed = [play_all(ends[0], list(order)) for order in permutations(["A:d4", "B:d4*", "C:d4"])]
    assert all(end == placed[0] for end in placed)


@pytest.mark.rule("T4")
def test_only_cards_of_the_own_hand_may_be_chosen_and_each_kind_is_listed_once() -> None:
    state = _three()
    assert [str(step) for step in state.legal(2)] == ["C:barb", "C:hatchet", "C:loach"]
    for step in ("C:snail", "A:snail", "B:hatchet"):
        with pytest.raises(IllegalStep, match="a card of its hand"):
            play_all(state, step)


@pytest.mark.rule("T4", "T5")
def test_hands_go_to_the_left_in_the_first_half() -> None:
    state = play_all(_three(), "A:barb B:snail C:loach")
    assert state.hands == (
        tuple(C_HAND[:-1]),
        tuple(kind for kind in A_HAND if kind != "barb"),
        ("angelfish", "angelfish", "barb", "discus", "pleco", "snail", "swordtail"),
    )


@pytest.mark.rule("T5")
def test_hands_go_to_the_right_in_the_second_half() -> None:
    state = play_random(start(players=3), random.Random(1), steps=24 + 8 * 6)
    assert (state.half, state.phase) == (2, RoundPhase.DEAL)
    state = play_random(state, random.Random(1), steps=24)
    before = state.hands
    chosen = [hand[0] for hand in before]
    state = play_all(state, [f"{'ABC'[seat]}:{kind}" for seat, kind in enumerate(chosen)])
    assert state.hands == (before[1][1:], before[2][1:], before[0][1:])


@pytest.mark.rule("T7")
def test_the_revealed_card_is_placed_and_nothing_else() -> None:
    state = play_all(_three(), "A:barb B:snail C:loach")
    assert not any(isinstance(step, ChooseCard) for seat in range(3) for step in state.legal(seat))
    state = play_all(state, "A:d4 B:d4 C:d4")
    assert [tank.faces[parse_cell("d4")] for tank in state.tanks] == ["barb", "snail", "loach"]
    assert (state.phase, state.round) == (RoundPhase.CHOOSE, 2)


@pytest.mark.rule("T7")
def test_placings_are_sealed_like_choices() -> None:
    state = play_all(_three(), "A:barb B:snail C:loach B:d4* C:d4")
    assert state.sealed == (1, 2)
    assert state.to_act == (0,)
    assert all(not tank.occupied for tank in state.tanks)
    assert play_all(state, "B:d4 A:d4").tanks[1].faces[parse_cell("d4")] == "snail"


def _after(cells: str) -> State:
    """Three players, where A has placed its first cards on these cells."""
    rng = random.Random(cells)
    state = _three()
    for number, cell in enumerate(cells.split()):
        for seat in range(3):
            state = state.play(rng.choice(state.legal(seat)))
        others = ["B:d4", "C:d4"] if number == 0 else [str(state.legal(seat)[0]) for seat in (1, 2)]
        state = play_all(state, [f"A:{cell}", *others])
    for seat in range(3):
        state = state.play(rng.choice(state.legal(seat)))
    return state


@pytest.mark.rule("T8")
def test_the_first_card_goes_on_d4() -> None:
    state = play_all(_three(), "A:barb B:snail C:loach")
    assert [str(step) for step in state.legal(0)] == ["A:d4", "A:d4*"]
    with pytest.raises(IllegalStep, match="a free cell in reach"):
        play_all(state, "A:c4")


@pytest.mark.rule("T8")
def test_cards_need_not_touch_and_the_frame_is_open() -> None:
    assert len(_cells(_after("d4"), 0)) == 48
    assert len(_cells(_after("d4 e4"), 0)) == 6 * 7 - 2
    assert len(_cells(_after("d4 e5"), 0)) == 6 * 6 - 2
    assert len(_cells(_after("d4 g4"), 0)) == 7 * 4 - 2
    assert _cells(_after("d4 a1"), 0) == [name for name in sorted(CELL_NAMES, key=_reading) if _in_corner(name)]


def _reading(name: str) -> tuple[str, str]:
    return name[1], name[0]


def _in_corner(name: str) -> bool:
    return name[0] in "abcd" and name[1] in "1234" and name not in ("a1", "d4")


@pytest.mark.rule("T8", "T9")
@pytest.mark.parametrize("step", ["A:d4", "A:e5", "A:a4", "A:d1", "A:e5*", "A:c7/d4*"])
def test_taken_cells_and_cells_out_of_reach_are_refused(step: str) -> None:
    with pytest.raises(IllegalStep):
        play_all(_after("d4 e5 g7"), step)


@pytest.mark.rule("T9", "T10")
def test_cards_that_lie_never_move_and_plants_stay_plants() -> None:
    rng = random.Random(9)
    state = start(players=4)
    while state.to_act:
        before = state
        state = state.play(random_step(state, rng)[1])
        for old, new in zip(before.tanks, state.tanks, strict=True):
            changed = [(was, now) for was, now in zip(old.faces, new.faces, strict=True) if was != now]
            added = [now for was, now in changed if not was]
            turned = [(was, now) for was, now in changed if was]
            assert len(added) <= 1
            assert len(turned) <= (0 if "plant" in added else 1), "one card may be turned, no more"
            assert all(was != "plant" and now == "plant" for was, now in turned)


@pytest.mark.rule("T10")
def test_the_new_card_or_one_earlier_card_may_be_turned() -> None:
    state = _after("d4 e5 f6")
    ways = [str(step) for step in state.legal(0) if str(step).startswith("A:d5")]
    assert ways == ["A:d5", "A:d5*", "A:d5/d4*", "A:d5/e5*", "A:d5/f6*"]
    kind = state.revealed[0]
    others = [str(state.legal(seat)[0]) for seat in (1, 2)]
    plain = play_all(state, ["A:d5", *others]).tanks[0]
    as_plant = play_all(state, ["A:d5*", *others]).tanks[0]
    turning = play_all(state, ["A:d5/e5*", *others]).tanks[0]
    here, there = parse_cell("d5"), parse_cell("e5")
    assert (plain.faces[here], plain.turned) == (kind, 0)
    assert (as_plant.faces[here], as_plant.turned) == ("plant", 1 << here)
    assert (turning.faces[here], turning.faces[there], turning.turned) == (kind, "plant", 1 << there)


@pytest.mark.rule("T10")
def test_a_plant_cannot_be_turned_again_nor_a_cell_without_a_card() -> None:
    state = _after("d4 e5* f6/d4*")
    turnable = {str(step).partition("/")[2] for step in state.legal(0)} - {""}
    assert turnable == {"f6*"}
    for step in ("A:d5/d4*", "A:d5/e5*", "A:d5/g7*"):
        with pytest.raises(IllegalStep):
            play_all(state, step)


@pytest.mark.rule("T11")
@pytest.mark.parametrize("players", [2, 3])
def test_the_last_card_goes_into_the_last_free_cell(players: int) -> None:
    rng = random.Random(players)
    state = start(players=players)
    while not (state.half == 2 and state.round == 8 and state.phase is RoundPhase.PLACE):
        state = state.play(random_step(state, rng)[1])
    for seat, tank in enumerate(state.tanks):
        (frame,) = tank.frames
        (last,) = [cell for cell in frame if not tank.faces[cell]]
        assert _cells(state, seat) == [CELL_NAMES[last]]


@pytest.mark.rule("T17")
def test_two_players_discard_and_draw_after_every_pass() -> None:
    state = play_all(_two(), "A:barb B:snail")
    assert state.to_act == (CHANCE,)
    assert state.revealed == ("barb", "snail")
    received = ("angelfish", "angelfish", "barb", "discus", "pleco", "snail", "swordtail")
    assert state.hands[0] == received
    odds = {str(step): state.chance().probability(step) * 7 for step in state.chance().steps}
    assert odds == {"=A-angelfish": 2, "=A-barb": 1, "=A-discus": 1, "=A-pleco": 1, "=A-snail": 1, "=A-swordtail": 1}
    state = play_all(state, "=A-angelfish")
    assert state.hands[0] == ("angelfish", "barb", "discus", "pleco", "snail", "swordtail")
    assert {type(step) for step in state.chance().steps} == {DealCard}
    pile = sum(state.pile)
    state = play_all(state, "=A:snail =B-loach =B:barb")
    assert state.hands[0] == ("angelfish", "barb", "discus", "pleco", "snail", "snail", "swordtail")
    assert state.hands[1] == ("angelfish", "barb", "discus", "hatchet", "pleco", "redtail", "shrimp")
    assert sum(state.pile) == pile - 2
    assert state.phase is RoundPhase.PLACE


@pytest.mark.rule("T17")
def test_chance_acts_for_the_receivers_in_turn_and_for_nobody_else() -> None:
    state = play_all(_two(), "A:barb B:snail")
    for step in (
        DiscardCard(1, "hatchet"),
        DiscardCard(0, "hatchet"),
        DealCard(0, "snail"),
        ChooseCard(0, "snail"),
        PlaceCard(0, 24),
    ):
        with pytest.raises(IllegalStep):
            state.play(step)
    state = play_all(state, "=A-snail")
    for step in (DealCard(1, "snail"), DiscardCard(0, "barb"), DiscardCard(1, "hatchet")):
        with pytest.raises(IllegalStep):
            state.play(step)


@pytest.mark.rule("T17")
def test_two_players_choose_from_eight_seven_six_cards_down_to_two_and_two() -> None:
    rng = random.Random(17)
    state = start(players=2)
    sizes = []
    while state.to_act:
        before = state
        state = state.play(random_step(state, rng)[1])
        if len(state.past) > len(before.past):
            sizes.append([len(hand) for hand in state.past[-1].hands])
    assert sizes == [[size, size] for size in (8, 7, 6, 5, 4, 3, 2, 2)] * 2


@pytest.mark.rule("T17")
def test_the_last_single_card_is_not_discarded_and_what_is_left_over_is_not_passed_on() -> None:
    rng = random.Random(5)
    state = start(players=2)
    while state.round < 7 or state.phase is not RoundPhase.CHOOSE:
        state = state.play(random_step(state, rng)[1])
    left = [hand[1:] for hand in state.hands]
    state = play_all(state, [f"{'AB'[seat]}:{hand[0]}" for seat, hand in enumerate(state.hands)])
    assert state.hands == (left[1], left[0])
    assert state.phase is RoundPhase.DRAW
    state = play_random(state, rng, steps=4)
    assert (state.phase, state.round) == (RoundPhase.CHOOSE, 8)
    assert [set(left[1 - seat]) <= set(state.hands[seat]) for seat in range(2)] == [True, True]
    own = [hand[1:] for hand in state.hands]
    state = play_all(state, [f"{'AB'[seat]}:{hand[0]}" for seat, hand in enumerate(state.hands)])
    assert state.phase is RoundPhase.PLACE
    assert state.hands == tuple(own)
    state = play_random(state, rng, steps=2)
    assert state.hands == ((), ())
    assert (state.half, state.phase) == (2, RoundPhase.DEAL)


@pytest.mark.rule("T17")
@pytest.mark.parametrize("players", [3, 4])
def test_more_players_neither_discard_nor_draw(players: int) -> None:
    rng = random.Random(players)
    state = play_random(start(players=players), rng, steps=8 * players)
    pile = state.pile
    while state.half == 1:
        seat, step = random_step(state, rng)
        assert seat != CHANCE
        state = state.play(step)
    assert state.pile == pile


@pytest.mark.parametrize("seed", range(3))
def test_no_card_is_lost_or_made(seed: int) -> None:
    """For three and more players all cards are in the pile, in hands or in tanks, at any time."""
    rng = random.Random(seed)
    state = start(players=3 + seed)
    total = sum(state.pile)
    while state.to_act:
        state = state.play(random_step(state, rng)[1])
        in_tanks = sum(tank.occupied.bit_count() for tank in state.tanks) + len(state.revealed)
        assert sum(state.pile) + sum(map(len, state.hands)) + in_tanks == total


def test_foreign_steps_and_seats_are_refused() -> None:
    choosing, placing = _two(), play_all(_three(), "A:barb B:snail C:loach")
    for step in (
        ChooseCard(2, "snail"),
        ChooseCard(-1, "snail"),
        ChooseCard(-2, "barb"),
        PlaceCard(0, 24),
        DealCard(0, "snail"),
    ):
        with pytest.raises(IllegalStep):
            choosing.play(step)
    for place in (PlaceCard(3, 24), PlaceCard(-1, 24), PlaceCard(0, 23), PlaceCard(0, 24, 25)):
        with pytest.raises(IllegalStep):
            placing.play(place)
        assert place not in placing.legal(place.seat)
    over = play_random(_two(), random.Random(2))
    with pytest.raises(IllegalStep, match="the game is over"):
        over.play(ChooseCard(0, "snail"))


def test_lists_of_placings_behave_like_lists() -> None:
    state = _after("d4 e5")
    steps = state.legal(0)
    listed = list(steps)
    assert len(steps) == len(listed) == len(set(listed))
    assert [steps[number] for number in range(len(steps))] == listed
    assert [steps[-1], steps[-len(steps)]] == [listed[-1], listed[0]]
    assert list(steps[3:9:2]) == listed[3:9:2]
    assert all(step in steps for step in listed)
    assert PlaceCard(1, listed[0].cell) not in steps  # type: ignore[union-attr]
    assert ChooseCard(0, "snail") not in steps
    for number in (len(steps), -len(steps) - 1):
        with pytest.raises(IndexError):
            steps[number]


def test_scores_so_far_are_those_of_the_tanks_as_they_lie() -> None:
    state = play_all(_three(), "A:discus B:snail C:loach A:d4 B:d4 C:d4")
    assert state.scores == (4, 0, 0)
