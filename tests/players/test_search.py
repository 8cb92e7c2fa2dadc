"""The search that plays any game: better than chance everywhere, stoppable, and blind to what is hidden."""

import random

import pytest

from shoal.core import Bot, Game, SearchLimit, Table, Thought, View, find_game, game_names
from shoal.core.conformance import random_seed
from shoal.players import RandomBot, SearchBot
from shoal.players.search import bot as search_bot


def _wins(game: Game, deals: int, nodes: int, options: dict[str, object]) -> tuple[float, int]:
    """The search's share of wins against random players, from every seat of every deal."""
    wins, games = 0.0, 0
    for deal in range(deals):
        seed = random_seed(random.Random(deal))
        for own in Table(game, options, seed=seed).seats:
            table = Table(game, options, seed=seed)
            bots: list[Bot] = [RandomBot(random.Random(f"{deal}:{seat}")) for seat in table.seats]
            bots[own] = SearchBot(random.Random(f"{deal}:{own}"), nodes)
            while not table.over:
                seat = table.state.to_act[0]
                table.submit(seat, bots[seat].choose(table.view(seat)))
            result = table.state.result
            assert result is not None
            wins += (own in result.winners) / len(result.winners)
            games += 1
    return wins, games


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("penguins", {}),
        ("penguins", {"players": 4}),
        ("fishtank", {}),
        ("fishtank", {"players": 3}),
        ("smallfry", {}),
        ("smallfry", {"players": 3}),
    ],
)
def test_the_search_beats_random_play_in_every_game(name: str, options: dict[str, object]) -> None:
    """Half as much again as its fair share, with only 30 imagined games a step."""
    game = find_game(name)
    wins, games = _wins(game, deals=2, nodes=30, options=options)
    assert wins / games >= 1.5 / len(game.start(game.options(options)).scores)


def test_every_game_installed_is_among_those_tried() -> None:
    assert set(game_names()) == {"penguins", "fishtank", "smallfry"}


def test_the_search_beats_random_play_in_a_game_of_one_file(tide: Game) -> None:
    wins, games = _wins(tide, deals=30, nodes=150, options={})
    assert wins / games >= 0.65


def _views(game: Game, seed: int, steps: int) -> list[View]:
    rng = random.Random(seed)
    table = Table(game, {}, seed=random_seed(rng))
    bot = RandomBot(rng)
    views = []
    for _ in range(steps):
        if table.over:
            break
        seat = rng.choice(table.state.to_act)
        views.append(table.view(seat))
        table.submit(seat, bot.choose(table.view(seat)))
    return views


@pytest.mark.parametrize("name", game_names())
def test_a_thought_says_how_it_goes_for_everybody(name: str) -> None:
    for view in _views(find_game(name), seed=1, steps=8):
        thought = SearchBot(random.Random(1), nodes=40).think(view, SearchLimit(60))
        assert thought.step in view.legal
        assert len(thought.shares) == len(thought.points) == len(view.scores)
        assert sum(thought.shares) == pytest.approx(1)
        assert thought.line[0] == thought.step
        assert thought.nodes == (40 if len(view.legal) > 1 else 32)
        assert thought.depth >= 1


def test_better_thoughts_are_reported_while_the_search_goes_on() -> None:
    heard: list[Thought] = []
    (view,) = _views(find_game("penguins"), seed=1, steps=1)
    last = SearchBot(random.Random(1), nodes=300).think(view, SearchLimit(60, heard.append))
    assert len(heard) >= 3
    assert [thought.nodes for thought in heard] == sorted(thought.nodes for thought in heard)
    assert heard[-1].nodes < last.nodes


def test_a_search_can_be_stopped_from_what_it_reports() -> None:
    (view,) = _views(find_game("penguins"), seed=1, steps=1)

    def enough(thought: Thought) -> None:
        limit.stop()

    limit = SearchLimit(600, enough)
    assert SearchBot(random.Random(1)).think(view, limit).nodes < 100


def test_a_sealed_choice_can_be_thought_over(tide: Game) -> None:
    table = Table(tide, {}, seed=random_seed(random.Random(1)))
    table.submit(0, "A:1")
    view = table.view(0)
    assert view.to_act == (1,)
    assert SearchBot(random.Random(1), nodes=50).choose(view) in view.legal


def test_an_obvious_stake_is_found(tide: Game) -> None:
    """In the last round every pebble left may be staked, and the other seat has none: one wins the shells."""
    table = Table(tide, {}, seed=random_seed(random.Random(1)))
    for step in ("A:2", "B:6", "A:2", "B:0"):
        table.submit(0 if step[0] == "A" else 1, step)
    assert str(SearchBot(random.Random(1), nodes=200).choose(table.view(0))) in ("A:1", "A:2")


@pytest.mark.parametrize("name", game_names())
def test_only_hidden_things_differ_and_the_search_does_not(name: str) -> None:
    for view in _views(find_game(name), seed=4, steps=20)[::3]:
        assert view.viewer is not None
        other = view.imagine(random.Random(9)).view(view.viewer)
        first, second = (SearchBot(random.Random(2), nodes=15).think(each, SearchLimit(60)) for each in (view, other))
        assert first == second


def test_the_tree_stops_growing_but_the_search_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_bot, "_LARGEST_TREE", 20)
    (view,) = _views(find_game("penguins"), seed=1, steps=1)
    assert SearchBot(random.Random(1), nodes=200).think(view, SearchLimit(60)).nodes == 200


def test_nothing_to_decide_is_a_mistake_of_the_caller() -> None:
    table = Table(find_game("penguins"), {}, seed=random_seed(random.Random(1)))
    for viewer in (None, 1):
        with pytest.raises(ValueError, match="nothing to decide"):
            SearchBot(random.Random(1)).think(table.view(viewer), SearchLimit(1))
    with pytest.raises(ValueError, match="at least one node"):
        SearchBot(random.Random(1), nodes=0)
