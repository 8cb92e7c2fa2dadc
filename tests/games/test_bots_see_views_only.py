"""A bot cannot behave differently when only hidden things differ: for every game and every bot that it names.

At moments of random games, the test imagines two full states that look alike to the seat that is to act. A bot
that saw the same views so far chooses the same step in both, if its seed is the same and its budget is a number
of rollouts, positions or steps ahead: no clock decides here.
"""

import random
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import msgspec
import pytest

from shoal.core import CHANCE, Bot, SearchLimit, Seat, State, Step, View, find_game, game_names
from shoal.core.levels import LEVEL_TITLES, Level, game_levels
from shoal.players import SearchBot, bot_names, find_bot, is_thinker

#: Games that hide nothing from the seat that is to act: everything was open, or was seen and can be remembered.
OPEN = {"penguins", "smallfry"}
TABLES: dict[str, tuple[dict[str, object], ...]] = {
    "penguins": ({"players": 2}, {"players": 3}),
    "smallfry": ({"players": 2, "target": 20}, {"players": 4, "target": 20}),
    "fishtank": ({"players": 2}, {"players": 3}, {"players": 6, "deck": "full"}),
}
#: Steps of a game that are looked at; and seconds that no bot ever uses up.
LONGEST = 500
LONG = 600.0


class Moment(NamedTuple):
    """Two states that look alike to a seat that is to act, and what the seat saw when it acted before."""

    seat: Seat
    earlier: tuple[View, ...]
    one: State
    other: State


@cache
def moments(name: str) -> list[Moment]:
    """Some moments of random games, early and late, at all tables."""
    found: list[Moment] = []
    for number, options in enumerate(TABLES[name]):
        rng = random.Random(f"{name} {number}")
        every = _random_game(name, options, rng)
        differing = [moment for moment in every if moment.one != moment.other]
        found += rng.sample(differing or every, 4)
    return found


def _random_game(name: str, options: dict[str, object], rng: random.Random) -> list[Moment]:
    """All moments at which a seat was to act, with two states that differ if that is possible."""
    game = find_game(name)
    state = game.start(game.options(options))
    seen: dict[Seat, tuple[View, ...]] = {}
    found: list[Moment] = []
    while state.to_act and len(found) < LONGEST:
        seat = state.to_act[0]
        if seat == CHANCE:
            state = state.play(state.chance().draw(rng.randrange))
            continue
        view = state.view(seat)
        one, other = view.imagine(rng), view.imagine(rng)
        found.append(Moment(seat, seen.get(seat, ())[-2:], one, state if one == other else other))
        seen[seat] = (*seen.get(seat, ()), view)
        state = state.play(rng.choice(state.legal(seat)))
    return found


#: Makes the bot for a seat. Only one that peeks looks at the state.
Sit = Callable[[State, random.Random], Bot]


def steps_taken(sit: Sit, moment: Moment, seed: int) -> list[Step]:
    """What the same bot does in either state."""
    taken = []
    for state in (moment.one, moment.other):
        bot = sit(state, random.Random(seed))
        for view in (*moment.earlier, state.view(moment.seat)):
            step = bot.think(view, SearchLimit(LONG)).step if is_thinker(bot) else bot.choose(view)
        taken.append(step)
    return taken


def _without_clock(name: str, bot: str) -> Sit:
    """A named bot with a budget that can be counted."""
    if bot == "search":
        return lambda _, rng: SearchBot(rng, nodes=40)
    levels = {level.name: level for level in game_levels(find_game(name))}
    if bot in levels and name in _COUNTED:
        return lambda _, rng: _COUNTED[name](levels[bot], rng)
    return lambda _, rng: find_bot(find_game(name), bot)(rng)


def _counted_fishtank_bot(level: Level, rng: random.Random) -> Bot:
    from shoal.games.fishtank.engine.bot import Engine
    from shoal.games.fishtank.engine.settings import read_settings

    settings = read_settings(level.settings)
    games = settings.games if settings.games >= 0 else 48
    return Engine(rng, msgspec.structs.replace(settings, games=games), seconds=LONG)


def _counted_penguins_bot(level: Level, rng: random.Random) -> Bot:
    from shoal.games.penguins.engine.bot import Engine
    from shoal.games.penguins.engine.settings import read_settings

    settings = read_settings(level.settings)
    depth, leaves = min(settings.depth, 4), settings.leaves or 400
    settings = msgspec.structs.replace(settings, depth=depth, leaves=leaves, threads=1, memory=8)
    return Engine(rng, settings, seconds=LONG)


#: How levels that think until time is up get a number instead; those of smallfry look a fixed number of cards ahead.
_COUNTED: dict[str, Callable[[Level, random.Random], Bot]] = {
    "fishtank": _counted_fishtank_bot,
    "penguins": _counted_penguins_bot,
}


def test_every_game_is_looked_at() -> None:
    assert set(TABLES) == set(game_names())
    for name in game_names():
        assert {"random", "search", "greedy", *LEVEL_TITLES} <= set(bot_names(find_game(name)))


@pytest.mark.parametrize("name", sorted(TABLES))
def test_what_is_hidden_differs_and_does_not_show(name: str) -> None:
    for moment in moments(name):
        assert moment.one.view(moment.seat) == moment.other.view(moment.seat)
        if name not in OPEN:
            assert moment.one != moment.other


@pytest.mark.parametrize("name", sorted(OPEN))
def test_where_nothing_is_hidden_a_view_says_it_all(name: str) -> None:
    for options in TABLES[name]:
        game = _random_game(name, options, random.Random(1))
        assert game
        assert all(moment.one == moment.other for moment in game)


@pytest.mark.parametrize(
    ("name", "bot"), [(name, bot) for name in sorted(TABLES) for bot in bot_names(find_game(name))]
)
def test_a_bot_takes_the_same_step_whatever_is_hidden(name: str, bot: str) -> None:
    sit = _without_clock(name, bot)
    for seed, moment in enumerate(moments(name)):
        one, other = steps_taken(sit, moment, seed)
        assert one == other, f"{bot} saw something it cannot know"
        assert one in moment.one.legal(moment.seat)


class PeekingBot:
    """Looks at what it must not: its step depends on the others' hands and on all else that is hidden."""

    def __init__(self, state: State) -> None:
        self._state = state

    def choose(self, view: View) -> Step:
        hidden = random.Random(msgspec.json.encode(self._state, enc_hook=str))
        return view.legal[hidden.randrange(len(view.legal))]


def test_a_bot_that_peeks_is_caught() -> None:
    caught = [
        one != other
        for moment in moments("fishtank")
        for one, other in [steps_taken(lambda state, _: PeekingBot(state), moment, 0)]
    ]
    assert any(caught)
