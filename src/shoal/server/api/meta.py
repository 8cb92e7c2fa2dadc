"""What the server offers: its games, its kinds of problems, and whom a token or cookie stands for."""

from litestar import get
from litestar.di import NamedDependency

from shoal.core import find_game, game_names
from shoal.server.api.openapi import refusals
from shoal.server.api.schemas import GameEntry, Me, ProblemEntry
from shoal.server.api.serializers import game_entry
from shoal.server.error_responses import KINDS
from shoal.server.web.request_context import RequestContext

__all__ = ["HANDLERS"]


@get("/games", name="api.games", responses=refusals())
async def list_games(visit: NamedDependency[RequestContext]) -> list[GameEntry]:
    """All games, with their options and bots."""
    return [game_entry(find_game(name), visit.say(find_game(name))) for name in game_names()]


@get("/problems", name="api.problems", responses=refusals())
async def list_problems(visit: NamedDependency[RequestContext]) -> list[ProblemEntry]:
    """All kinds of problems that a request can be refused with."""
    say = visit.say()
    return [ProblemEntry(kind.type, kind.status, say(kind.title)) for kind in KINDS.values()]


@get("/me", name="api.me", responses=refusals())
async def tell_me(visit: NamedDependency[RequestContext]) -> Me:
    """The person whom the token or the cookie identifies."""
    return Me(visit.person.name, visit.somebody)


HANDLERS = [list_games, list_problems, tell_me]
