"""Opens a record from a file as a table, where people can look back and play on from any position."""

from litestar import post
from litestar.di import NamedDependency
from litestar.response import Redirect

from shoal.core import HUMAN, RecordError, Replay, msg, parse_record
from shoal.players import is_bot, is_program
from shoal.server.names import clean_name
from shoal.server.tables.service import MOST_OPENING_STEPS
from shoal.server.web.forms import uploaded_file
from shoal.server.web.new_table_form import with_distinct_names
from shoal.server.web.request_context import RequestContext
from shoal.store import Seating

__all__ = ["HANDLERS"]


@post("/records", name="open_record")
async def open_record(context: NamedDependency[RequestContext]) -> Redirect:
    """Check an uploaded record step by step, and make a table of it."""
    record = parse_record(await uploaded_file(context.request, "record"))
    found = len(record.moves)
    if found > MOST_OPENING_STEPS:
        raise RecordError(msg("found {found} steps, expected at most {most}", found=found, most=MOST_OPENING_STEPS))
    replay = await context.tables.replays.run(Replay, record)
    person = await context.store_person()
    count = len(replay.final.scores)
    names = record.seats or tuple(context.say()(msg("Player {seat}", seat=chr(65 + seat))) for seat in range(count))
    players = record.players or (HUMAN,) * count
    seats = with_distinct_names(
        [
            Seating(seat, "bot", clean_name(name, "?"), None, player)
            if player != HUMAN and is_bot(replay.game, player) and not is_program(player)
            else Seating(seat, "person", clean_name(name, "?"), person.id)
            for seat, (name, player) in enumerate(zip(names, players, strict=True))
        ]
    )
    table_id = await context.tables.create_table(
        person.id, replay.game.name, record.options, seats, settings={}, opening=record.moves
    )
    return context.redirect(f"/tables/{table_id}?step=0" if replay.final.result is not None else f"/tables/{table_id}")


HANDLERS = [open_record]
