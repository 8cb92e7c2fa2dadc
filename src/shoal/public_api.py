"""What `import shoal` offers beside the classes of `shoal.core`: one call for each thing a researcher does first.

Games and bots are named by text, seats by letter or number, and a `seed` makes a result repeatable.
docs/python.md shows the calls together.
"""

import hashlib
import random
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast

from shoal.core import (
    CHANCE,
    Bot,
    Game,
    Record,
    Replay,
    SearchLimit,
    Seat,
    ShoalError,
    State,
    Table,
    Thought,
    View,
    Viewer,
    find_game,
    msg,
    parse_seat,
    read_record,
    seat_name,
)
from shoal.core.notebook import game_of
from shoal.core.seats import MAX_SEATS
from shoal.core.text import say_english
from shoal.players import as_thinker, close_bot, find_bot
from shoal.players import bot_names as names_of_bots

if TYPE_CHECKING:
    from shoal.coach import GameReview, Hint
    from shoal.core.judging import Effort

__all__ = ["analyse", "bot", "bot_names", "hint", "new_table", "picture", "play", "replay", "review", "view"]

#: Anything that has a position: a table or a record stands for its last one.
PositionLike: TypeAlias = Table | Replay | Record | State | View
#: A seat by its letter, `"A"`, or its number, 0.
SeatLike: TypeAlias = str | Seat


def analyse(
    position: PositionLike,
    seat: SeatLike | None = None,
    *,
    bot: str | None = None,
    seconds: float = 1.0,
    seed: int | str = 0,
) -> Thought:
    """What a bot thinks of a position: its step, everybody's share of the win and expected points.

    It thinks for a seat that has to act, the first one unless `seat` names another, and sees only that seat's
    view. `bot` is the game's best one unless named. The first thought of a compiled engine takes up to a minute
    more on a new machine; the time is kept after that.

    >>> table = shoal.new_table("penguins", seed=1)
    >>> thought = shoal.analyse(table, bot="search", seconds=0.1)
    >>> thought.step in table.view(0).legal, round(sum(thought.shares), 6)
    (True, 1.0)
    """
    found = _find(position)
    looked_at = _acting_view(found, seat)
    thinker = find_bot(found.game, bot or names_of_bots(found.game)[-1])(random.Random(seed))
    try:
        return as_thinker(thinker).think(looked_at, SearchLimit(seconds))
    finally:
        close_bot(thinker)


def bot(game: Game | str, name: str, *, seed: int | str | None = None) -> Bot:
    """A bot of a game by its name, such as `random`, `greedy`, or a level from `minnow` to `shark`.

    >>> greedy = shoal.bot("penguins", "greedy", seed=1)
    >>> str(greedy.choose(shoal.new_table("penguins", seed=1).view(0)))
    'e7'
    """
    return find_bot(_game(game), name)(random.Random(seed))


def bot_names(game: Game | str) -> list[str]:
    """The bots that play a game: two that play any, then the game's own, weakest first.

    >>> shoal.bot_names("penguins")
    ['random', 'search', 'greedy', 'minnow', 'perch', 'salmon', 'pike', 'shark']
    """
    return names_of_bots(_game(game))


def hint(position: PositionLike, seat: SeatLike | None = None, *, effort: "Effort" = "usual") -> "Hint":
    """The best step that the coach finds for a seat, what it promises, how sure that is, and why.

    It sees that seat's view alone, and does the same work each time: equal views get equal hints.

    >>> found = shoal.hint(shoal.new_table("smallfry", seed=1), effort="quick")
    >>> str(found.best.step), found.best.value.certainty
    ('flip', 'estimated')
    """
    from shoal.coach import find_hint

    found = _find(position)
    return find_hint(found.game, _acting_view(found, seat), effort)


def new_table(
    game: Game | str, *, seed: int | str | None = None, names: Sequence[str] | None = None, **options: object
) -> Table:
    """A table for a new game. Options of the game are given by name; `shoal games GAME` lists them.

    A number as `seed` gives the same deal each time; a text is a dealer's seed of 64 hexadecimal digits, as a
    record holds it.

    >>> shoal.new_table("penguins", seed=1, edition="fr", players=3)
    <Table of penguins: 1 step, A to act>
    """
    return Table(_game(game), options, seed=_dealer_seed(seed), names=names)


def picture(position: PositionLike, seat: SeatLike | None = None) -> str:
    """A position as the text of an SVG file, as the table displays it to a seat; without one, to a spectator.

    >>> shoal.picture(shoal.new_table("smallfry", seed=1)).startswith("<svg")
    True
    """
    from shoal.core.pictures import draw_picture

    found = _find(position)
    looked_at = _view(found, seat)
    names = found.names or [seat_name(each) for each in range(len(looked_at.scores))]
    return draw_picture(found.game, looked_at, names, say_english).strip()


def play(game: Game | str, bots: Sequence[Bot | str], *, seed: int | str | None = None, **options: object) -> Table:
    """Have bots play a whole game, one bot a seat, by name or your own; returns the table at the end.

    >>> table = shoal.play("penguins", ["greedy", "random"], seed=1)
    >>> table.over, table.state.scores
    (True, (61, 26))
    """
    game = _game(game)
    players = [each if isinstance(each, str) else type(each).__name__ for each in bots]
    options = {"players": len(bots), **options}
    table = Table(game, options, seed=_dealer_seed(seed), players=players)
    seated = [_seated(game, each, seed, seat) for seat, each in enumerate(bots)]
    try:
        while not table.over:
            seat = table.state.to_act[0]
            table.submit(seat, seated[seat].choose(table.view(seat)))
    finally:
        for each, given in zip(seated, bots, strict=True):
            if each is not given:
                close_bot(each)
    return table


def replay(source: Record | Path | str) -> Replay:
    """A record, or the file that holds one, played through: all its states and steps.

    >>> record = shoal.play("smallfry", ["greedy", "greedy"], seed=1).record()
    >>> game = shoal.replay(record)
    >>> len(game.states) == len(game.steps) + 1, game.final.scores == record.result.scores
    (True, True)
    """
    return Replay(source if isinstance(source, Record) else read_record(Path(source)))


def review(source: Table | Replay | Record | Path | str, *, effort: "Effort" = "usual") -> "GameReview":
    """A game judged step by step: what each step cost, what was skill and what was luck.

    >>> table = shoal.new_table("penguins", seed=1)
    >>> for seat in (0, 1, 0):
    ...     table.submit(seat, table.view(seat).legal[0])
    >>> judged = shoal.review(table, effort="quick")
    >>> [step.mark is not None for step in judged.steps]
    [False, True, True, True]
    """
    from shoal.coach import review_game

    if isinstance(source, Table):
        source = source.record()
    return review_game(source if isinstance(source, Replay) else replay(source), effort)


def view(position: PositionLike, seat: SeatLike | None = None) -> View:
    """What a seat may know of a position; without a seat, what a spectator may. `Table.displayed` may show less.

    >>> table = shoal.new_table("fishtank", seed=1)
    >>> [str(step) for step in shoal.view(table, "A").legal][:3]
    ['A:barb', 'A:hatchet', 'A:loach']
    >>> shoal.view(table).legal
    ()
    """
    return _view(_find(position), seat)


class _GamePosition(NamedTuple):
    """The game of a position, with its state or, if that is all there is, its view."""

    game: Game
    state: State | None
    view: View | None
    names: Sequence[str] | None


def _find(position: PositionLike) -> _GamePosition:
    if isinstance(position, Record):
        position = Replay(position)
    if isinstance(position, Table):
        return _GamePosition(position.game, position.state, None, position.names)
    if isinstance(position, Replay):
        return _GamePosition(position.game, position.final, None, position.record.seats)
    if hasattr(position, "viewer"):
        return _GamePosition(game_of(position), None, cast(View, position), None)
    return _GamePosition(game_of(position), position, None, None)


def _view(found: _GamePosition, seat: SeatLike | None) -> View:
    if found.state is not None:
        return found.state.view(_viewer(seat, len(found.state.scores)))
    given = cast(View, found.view)
    if _viewer(seat, len(given.scores)) not in (None, given.viewer):
        raise ShoalError(msg("a view shows one seat's position: expected the state, or a table"))
    return given


def _acting_view(found: _GamePosition, seat: SeatLike | None) -> View:
    """The view of a seat that may take a step."""
    if seat is None and found.state is not None:
        if not found.state.to_act:
            raise ShoalError(msg("the game is over: there is nothing to choose"))
        if found.state.to_act == (CHANCE,):
            raise ShoalError(msg("chance is to act: its step is missing"))
        seat = found.state.to_act[0]
    acting = _view(found, seat)
    if not acting.legal:
        name = "?" if acting.viewer is None else seat_name(acting.viewer)
        raise ShoalError(msg("it is not the turn of seat {seat}", seat=name))
    return acting


def _viewer(seat: SeatLike | None, count: int) -> Viewer:
    if seat is None:
        return None
    return parse_seat(seat if isinstance(seat, str) else _letter(seat), count)


def _letter(seat: Seat) -> str:
    return seat_name(seat) if 0 <= seat < MAX_SEATS else str(seat)


def _game(game: Game | str) -> Game:
    return find_game(game) if isinstance(game, str) else game


def _dealer_seed(seed: int | str | None) -> str | None:
    """The dealer's seed: a number is hashed, a text is one already."""
    return hashlib.sha256(str(seed).encode()).hexdigest() if isinstance(seed, int) else seed


def _seated(game: Game, given: Bot | str, seed: int | str | None, seat: Seat) -> Bot:
    """The bot for a seat; each seat's randomness differs and follows from the seed."""
    return bot(game, given, seed=None if seed is None else f"{seed}:{seat}") if isinstance(given, str) else given
