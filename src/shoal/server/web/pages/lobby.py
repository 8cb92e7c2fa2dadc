"""The lobby, the form for a new table, and the rule pages."""

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect
from msgspec.structs import replace

from shoal.coach.puzzles import puzzles_of
from shoal.core import Game, find_game, game_names
from shoal.core.levels import LEVEL_TITLES
from shoal.core.translations import has_rules, rule_page
from shoal.players import bot_names, usual_opponent
from shoal.server.errors import NotFound, game_named
from shoal.server.names import clean_name
from shoal.server.web.designs import design_choices, design_option, editor_of
from shoal.server.web.forms import form_fields
from shoal.server.web.markdown import render_markdown
from shoal.server.web.new_table_form import FIELD_KINDS, bot_title, read_new_table
from shoal.server.web.request_context import RequestContext
from shoal.store import TableListing

__all__ = ["HANDLERS"]


@get("/", name="lobby")
async def lobby(context: NamedDependency[RequestContext]) -> Response[str]:
    """All games, the person's own tables, and the public ones."""
    mine = await context.tables.tables_of(context.person.id)
    public = await context.tables.store.public_tables()
    seen = {listing.row.id for listing in mine}
    values = {
        "compiling": context.tables.levels.takes_long,
        "games": [_game_values(find_game(name), context) for name in game_names()],
        "mine": [_listing_values(listing, context) for listing in mine],
        "public": [_listing_values(listing, context) for listing in public if listing.row.id not in seen],
    }
    return context.page("lobby.html", values)


def _game_values(game: Game, context: RequestContext) -> dict[str, object]:
    say = context.say(game)
    page = game.page()
    levels = [name for name in bot_names(game) if name in LEVEL_TITLES] or [usual_opponent(game)]
    return {
        "name": game.name,
        "title": say(game.title),
        "blurb": say(game.summary),
        "picture": page is not None,
        "pad": page is not None and page.pad is not None,
        "designs": say(editor.words.mine) if (editor := editor_of(game)) is not None else None,
        "rules": has_rules(game),
        "puzzles": bool(puzzles_of(game)),
        "levels": [(level, bot_title(game, level, say)) for level in levels],
        "usual": usual_opponent(game),
    }


def _listing_values(listing: TableListing, context: RequestContext) -> dict[str, object]:
    game = find_game(listing.row.game)
    mine = {seat.seat for seat in listing.seats if seat.person == context.person.id}
    return {
        "id": listing.row.id,
        "title": context.say(game)(game.title),
        "names": [seat.name for seat in listing.seats],
        "over": listing.summary.over,
        "waits": not listing.summary.over and bool(mine.intersection(listing.summary.waiting)),
        "open": any(seat.kind == "open" for seat in listing.seats),
        "changed": listing.summary.changed_at,
    }


@get("/games/{name:str}", name="new_table")
async def new_table(context: NamedDependency[RequestContext], name: FromPath[str]) -> Response[str]:
    """The form for a new table, with every option of the game; `?design=` chooses one of the designs."""
    game = game_named(name)
    design = context.request.query_params.get("design", "")
    say = context.say(game)
    seats = game.seat_counts
    values = {
        "game": {"name": game.name, "title": say(game.title), "blurb": say(game.summary)},
        "fields": [(FIELD_KINDS[type(field)], field) for field in game.fields if field.name != "players"],
        "counts": list(seats),
        "beginner": game.beginner,
        "colours": game.colours,
        "bots": [(bot, bot_title(game, bot, say)) for bot in bot_names(game)],
        "usual": usual_opponent(game),
        "editor": editor_of(game),
        "designs": await design_choices(context, game, design),
        "design": design,
    }
    return context.page("new.html", values, say=say)


@post("/tables", name="set_up")
async def set_up(context: NamedDependency[RequestContext]) -> Redirect:
    """Set up the table that a form describes. The lobby's form has only a bot level."""
    fields = await form_fields(context.request)
    game = game_named(fields.get("game", ""))
    if level := fields.get("level"):
        fields.setdefault("seat.1", f"bot:{level}")
    fields |= await design_option(context, game, fields.get("design", ""), fields, "option.")
    new_table = read_new_table(game, fields, context.person, context.say(game))
    chosen = clean_name(fields.get("name.0", ""), "")
    if chosen and fields.get("seat.0", "me") == "me":
        context.person = replace(context.person, name=chosen)
        await context.tables.store.save_person(context.person)
    person = await context.store_person()
    table_id = await context.tables.create_table(
        person.id,
        new_table.game,
        new_table.options,
        new_table.seats,
        seed=new_table.seed,
        settings=new_table.settings,
        public=new_table.public,
    )
    return context.redirect(f"/tables/{table_id}")


@get("/rules/{name:str}", name="rules")
async def rules(context: NamedDependency[RequestContext], name: FromPath[str]) -> Response[str]:
    """The rules of a game; a game may have none."""
    game = game_named(name)
    if not has_rules(game):
        raise NotFound
    values = {
        "title": context.say(game)(game.title),
        "rules": render_markdown(rule_page(game, context.language)),
        "name": name,
        "designs": editor.words.mine if (editor := editor_of(game)) is not None else None,
    }
    return context.page("rules.html", values, say=context.say(game))


HANDLERS = [lobby, new_table, set_up, rules]
