"""The lobby, the form for a new table, and rules."""

from typing import Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect
from msgspec.structs import replace

from shoal.core import Game, find_game, game_names
from shoal.core.levels import LEVEL_TITLES
from shoal.core.options import Choice, Flag, Prose, Whole, Wholes
from shoal.core.translations import rule_page
from shoal.players import bot_names, usual_opponent
from shoal.server.errors import game_named
from shoal.server.security.identity import clean_name
from shoal.server.web.forms import form_fields
from shoal.server.web.markdown import render_markdown
from shoal.server.web.new_table_form import bot_title, read_new_table, seat_counts
from shoal.server.web.request_context import RequestContext
from shoal.store import Listing

__all__ = ["HANDLERS"]

_FIELD_KINDS: Final[dict[type, str]] = {
    Choice: "choice",
    Whole: "whole",
    Flag: "flag",
    Wholes: "wholes",
    Prose: "prose",
}


@get("/", name="lobby")
async def lobby(visit: NamedDependency[RequestContext]) -> Response[str]:
    """All games, and the tables a person may care about."""
    mine = await visit.tables.tables_of(visit.person.id)
    public = await visit.tables.store.public_tables()
    seen = {listing.row.id for listing in mine}
    values = {
        "games": [_card(find_game(name), visit) for name in game_names()],
        "mine": [_line(listing, visit) for listing in mine],
        "public": [_line(listing, visit) for listing in public if listing.row.id not in seen],
    }
    return visit.page("lobby.html", values)


def _card(game: Game, visit: RequestContext) -> dict[str, object]:
    say = visit.say(game)
    page = game.page()
    levels = [name for name in bot_names(game) if name in LEVEL_TITLES] or [usual_opponent(game)]
    return {
        "name": game.name,
        "title": say(game.title),
        "blurb": say(game.blurb),
        "picture": page is not None,
        "pad": page is not None and page.pad is not None,
        "levels": [(level, bot_title(game, level, say)) for level in levels],
        "usual": usual_opponent(game),
    }


def _line(listing: Listing, visit: RequestContext) -> dict[str, object]:
    game = find_game(listing.row.game)
    mine = {seat.seat for seat in listing.seats if seat.person == visit.person.id}
    return {
        "id": listing.row.id,
        "title": visit.say(game)(game.title),
        "names": [seat.name for seat in listing.seats],
        "over": listing.summary.over,
        "waits": not listing.summary.over and bool(mine.intersection(listing.summary.waiting)),
        "open": any(seat.kind == "open" for seat in listing.seats),
        "changed": listing.summary.changed_at,
    }


@get("/games/{name:str}", name="new_table")
async def new_table(visit: NamedDependency[RequestContext], name: FromPath[str]) -> Response[str]:
    """A new table with every option of the game."""
    return _form(visit, game_named(name))


def _form(visit: RequestContext, game: Game) -> Response[str]:
    say = visit.say(game)
    seats = seat_counts(game)
    values = {
        "game": {"name": game.name, "title": say(game.title), "blurb": say(game.blurb)},
        "fields": [(_FIELD_KINDS[type(field)], field) for field in game.fields if field.name != "players"],
        "counts": list(seats),
        "bots": [(bot, bot_title(game, bot, say)) for bot in bot_names(game)],
        "usual": usual_opponent(game),
    }
    return visit.page("new.html", values, say=say)


@post("/tables", name="set_up")
async def set_up(visit: NamedDependency[RequestContext]) -> Redirect:
    """Set a table up as a form wishes; a form with a level alone is for playing now."""
    words = await form_fields(visit.request)
    game = game_named(words.get("game", ""))
    if level := words.get("level"):
        words.setdefault("seat.1", f"bot:{level}")
    wish = read_new_table(game, words, visit.person, visit.say(game))
    if words.get("name.0") and words.get("seat.0", "me") == "me":
        visit.person = replace(visit.person, name=clean_name(words["name.0"], ""))
        await visit.tables.store.keep_person(visit.person)
    person = await visit.remember()
    table_id = await visit.tables.create_table(
        person.id, wish.game, wish.options, wish.seats, settings=wish.settings, public=wish.public
    )
    return visit.go(f"/tables/{table_id}")


@get("/rules/{name:str}", name="rules")
async def rules(visit: NamedDependency[RequestContext], name: FromPath[str]) -> Response[str]:
    """The rules of a game."""
    game = game_named(name)
    values = {
        "title": visit.say(game)(game.title),
        "rules": render_markdown(rule_page(game, visit.language)),
        "name": name,
    }
    return visit.page("rules.html", values)


HANDLERS = [lobby, new_table, set_up, rules]
