"""Addresses about the server: its games, its kinds of problems, and the person behind a token or cookie."""

from litestar import get
from litestar.di import NamedDependency

from shoal.core import find_game, game_names
from shoal.server.api.openapi import problem_responses
from shoal.server.api.schemas import GameEntry, Me, ProblemEntry
from shoal.server.api.serializers import serialize_game
from shoal.server.error_responses import PROBLEM_KINDS
from shoal.server.web.request_context import RequestContext

__all__ = ["HANDLERS"]


@get("/games", name="api.games", responses=problem_responses())
async def list_games(context: NamedDependency[RequestContext]) -> list[GameEntry]:
    """All games, with their options and bots."""
    return [serialize_game(find_game(name), context.say(find_game(name))) for name in game_names()]


@get("/problems", name="api.problems", responses=problem_responses())
async def list_problems(context: NamedDependency[RequestContext]) -> list[ProblemEntry]:
    """All kinds of problems that a request can be refused with."""
    say = context.say()
    return [ProblemEntry(kind.type, kind.status, say(kind.title)) for kind in PROBLEM_KINDS.values()]


@get("/me", name="api.me", responses=problem_responses())
async def tell_me(context: NamedDependency[RequestContext]) -> Me:
    """The person whom the token or the cookie identifies."""
    return Me(context.person.name, context.is_identified)


HANDLERS = [list_games, list_problems, tell_me]
