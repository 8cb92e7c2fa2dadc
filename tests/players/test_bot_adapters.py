"""Any bot as a thinker, bots warmed up, bots closed."""

import random

import pytest

from shoal.core import Game, SearchLimit, Table, find_game
from shoal.players import RandomBot, SearchBot, as_thinker, close_bot, is_thinker, warm_up

SEED = "ab" * 32


def test_a_thinker_stays_itself() -> None:
    bot = SearchBot(random.Random(1))
    assert is_thinker(bot)
    assert as_thinker(bot) is bot


def test_a_bot_that_only_chooses_has_no_opinion_on_the_rest() -> None:
    bot = RandomBot(random.Random(1))
    assert not is_thinker(bot)
    view = Table(find_game("penguins"), {"players": 4}, seed=SEED).view(0)
    thought = as_thinker(bot).think(view, SearchLimit(1))
    assert thought.step in view.legal
    assert thought.shares == (0.25,) * 4
    assert thought.points == (0.0,) * 4
    assert (thought.nodes, thought.proved) == (0, False)
    assert as_thinker(bot).choose(view) in view.legal


def test_warming_up_leaves_nothing_behind_and_nothing_open(tide: Game) -> None:
    made = []

    class Closing(RandomBot):
        closed = False

        def close(self) -> None:
            self.closed = True

    def maker(rng: random.Random) -> Closing:
        made.append(Closing(rng))
        return made[-1]

    warm_up(tide, {}, maker)
    assert [bot.closed for bot in made] == [True]


def test_closing_a_bot_that_holds_nothing_does_nothing() -> None:
    close_bot(RandomBot(random.Random(1)))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_warm_up_takes_any_table(players: int) -> None:
    warm_up(find_game("penguins"), {"players": players}, lambda rng: SearchBot(rng, nodes=2))
