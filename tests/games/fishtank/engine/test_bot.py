"""The engine plays legally, from views alone, keeps to its limits, and ends its tanks as well as can be."""

import random

import pytest
from tests.games.fishtank.decks import random_step, start
from tests.games.fishtank.engine.positions import moment
from tests.games.fishtank.random_decks import random_deck

from shoal.core import SearchLimit, Thought
from shoal.games.fishtank.cells import CENTRE
from shoal.games.fishtank.engine.bot import Engine
from shoal.games.fishtank.engine.settings import Settings
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.state import State
from shoal.games.fishtank.steps import ChooseCard, PlaceCard

LONG = 600.0


def _engine(seed: int, games: int) -> Engine:
    return Engine(random.Random(seed), Settings(games=games), seconds=LONG)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("deck", ["advised", "full", "own"])
def test_the_engine_plays_whole_games_legally(players: int, deck: str) -> None:
    rng = random.Random(players)
    state = start(players=players, deck=deck) if deck != "own" else start(players=2, deck_toml=random_deck(rng))
    engine = _engine(1, games=6)
    while state.to_act:
        seat = state.to_act[0]
        if seat < 0 or seat > 1:
            state = state.play(random_step(state, rng)[1])
            continue
        thought = engine.think(state.view(seat), SearchLimit(LONG))
        assert thought.step in state.legal(seat)
        assert sum(thought.shares) == pytest.approx(1)
        assert len(thought.points) == state.options.players
        state = state.play(thought.step)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("phase", [RoundPhase.CHOOSE, RoundPhase.PLACE])
def test_equal_views_and_seeds_give_equal_thoughts_whatever_is_hidden(players: int, phase: RoundPhase) -> None:
    rng = random.Random(players)
    for played in (0, 5, 9, 14):
        state = moment(players, played, phase, rng)
        hidden = state.view(1).imagine(rng)
        assert hidden.view(1) == state.view(1)
        thoughts = [_engine(3, games=24).think(one.view(1), SearchLimit(LONG)) for one in (state, hidden)]
        assert thoughts[0] == thoughts[1]


def test_other_seats_sealed_steps_change_nothing() -> None:
    rng = random.Random(5)
    state = moment(4, 6, RoundPhase.CHOOSE, rng)
    steps = set()
    for step in state.legal(0):
        sealed = state.play(step)
        steps.add(_engine(2, games=24).think(sealed.view(1), SearchLimit(LONG)).step)
    assert len(steps) == 1


def _best_end(state: State, seat: int, kind: str) -> int:
    """The most points that a seat can make of its last card."""
    tank, scorer = state.tanks[seat], state.options.scorer
    return max(
        scorer.best(tank.placed(kind, step, "plant"))[0].total
        for step in state.legal(seat)
        if isinstance(step, PlaceCard)
    )


@pytest.mark.parametrize("seed", range(4))
def test_the_last_card_makes_the_most_points_and_that_is_proved(seed: int) -> None:
    state = moment(3, 15, RoundPhase.PLACE, random.Random(seed))
    thought = _engine(seed, games=10).think(state.view(0), SearchLimit(LONG))
    step = thought.step
    assert isinstance(step, PlaceCard)
    made = state.options.scorer.best(state.tanks[0].placed(state.revealed[0], step, "plant"))[0].total
    assert made == _best_end(state, 0, state.revealed[0])
    assert thought.proved
    assert thought.points[0] == made


@pytest.mark.parametrize("players", [2, 3])
def test_the_last_two_cards_together_make_the_most_points(players: int) -> None:
    state = moment(players, 14, RoundPhase.PLACE, random.Random(players))
    tank, kind = state.tanks[0], state.revealed[0]

    def most_after(step: PlaceCard) -> int:
        laid = tank.placed(kind, step, "plant")
        frame, ends = laid.frames[0], []
        free = next(cell for cell in frame if not laid.occupied >> cell & 1)
        earlier = [cell for cell in frame if (laid.occupied & ~laid.turned) >> cell & 1]
        for last in dict.fromkeys(state.hands[0]):
            for turned in (None, free, *earlier):
                full = laid.placed(last, PlaceCard(0, free, turned), "plant")
                ends.append(state.options.scorer.points(full.within(frame)))
        return max(ends)

    steps = [step for step in state.legal(0) if isinstance(step, PlaceCard)]
    chosen = _engine(1, games=10).think(state.view(0), SearchLimit(LONG)).step
    assert isinstance(chosen, PlaceCard)
    assert most_after(chosen) == max(map(most_after, steps))


def test_no_time_at_all_still_gives_a_step() -> None:
    state = moment(4, 3, RoundPhase.PLACE, random.Random(1))
    thought = Engine(random.Random(1)).think(state.view(2), SearchLimit(0))
    assert thought.step in state.legal(2)
    assert thought.nodes == 0
    assert sum(thought.shares) == pytest.approx(1)


def test_a_limit_that_is_stopped_from_within_its_own_report_ends_the_search() -> None:
    state = moment(2, 2, RoundPhase.CHOOSE, random.Random(4))
    heard: list[Thought] = []

    def listen(thought: Thought) -> None:
        heard.append(thought)
        limit.stop()

    limit = SearchLimit(1.0, listen)
    thought = Engine(random.Random(1), Settings(slack=100.0)).think(state.view(0), limit)
    assert heard
    assert heard[0].nodes > 0
    assert thought.nodes == heard[0].nodes
    assert thought.step in state.legal(0)


def test_the_first_card_lies_in_the_middle_and_stays_itself() -> None:
    state = moment(2, 0, RoundPhase.PLACE, random.Random(2))
    assert _engine(1, games=10).choose(state.view(0)) == PlaceCard(0, CENTRE)


def test_the_last_hand_is_judged_by_what_each_card_would_make() -> None:
    state = moment(2, 15, RoundPhase.CHOOSE, random.Random(9))
    best = {}
    for step in state.legal(0):
        assert isinstance(step, ChooseCard)
        other = state.legal(1)[0]
        placing = state.play(step).play(other)
        best[step] = _best_end(placing, 0, step.kind)
    chosen = _engine(1, games=10).choose(state.view(0))
    assert isinstance(chosen, ChooseCard)
    assert best[chosen] == max(best.values())


def test_the_engine_only_takes_seats_that_may_act() -> None:
    state = moment(2, 2, RoundPhase.CHOOSE, random.Random(4))
    with pytest.raises(TypeError):
        Engine(random.Random(1)).choose(state.view(None))
    with pytest.raises(TypeError):
        Engine(random.Random(1)).choose(start(players=2).view(0))


def test_a_warm_up_changes_nothing() -> None:
    view = moment(3, 4, RoundPhase.CHOOSE, random.Random(6)).view(0)
    cold, warm = _engine(7, games=24), _engine(7, games=24)
    warm.warm_up()
    assert warm.think(view, SearchLimit(LONG)) == cold.think(view, SearchLimit(LONG))
