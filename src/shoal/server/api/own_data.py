"""All that is stored of a person: to download, and to delete."""

from collections.abc import AsyncIterator
from typing import Final

import msgspec
from litestar import delete, get
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.response import Stream

from shoal.core import ShoalError, seat_name
from shoal.server.api.openapi import problem_responses
from shoal.server.api.schemas import (
    OwnDesign,
    OwnEvent,
    OwnPad,
    OwnPerson,
    OwnPuzzles,
    OwnTable,
    OwnToken,
    PersonalData,
)
from shoal.server.api.serializers import serialize_table
from shoal.server.errors import RateLimited, SignInRequired
from shoal.server.tables.access import may_read_record, may_see
from shoal.server.tables.snapshot import TableSnapshot
from shoal.server.web.request_context import RequestContext
from shoal.store import PuzzleProgressRow, StoredTable

__all__ = ["HANDLERS"]

#: Who is downloading: each person once at a time, and few in all, because event logs are searched and tables replayed.
_downloading: Final[set[str]] = set()
_MOST_AT_ONCE: Final = 4
_RETRY_SECONDS: Final = 5


@get(
    "/me/data",
    name="api.own_data",
    media_type="application/json",
    responses={
        200: ResponseSpec(PersonalData, description="Everything, in one file.", generate_examples=False),
        **problem_responses(),
    },
)
async def download(context: NamedDependency[RequestContext]) -> Stream:
    """All that is stored of you: settings, tables, score sheets, designs, tokens without their secrets."""
    if not context.is_identified:
        raise SignInRequired
    if context.person.id in _downloading or len(_downloading) >= _MOST_AT_ONCE:
        raise RateLimited(_RETRY_SECONDS)
    return Stream(
        _personal_data(context),
        media_type="application/json",
        headers={"Content-Disposition": 'attachment; filename="shoal.json"'},
    )


async def _personal_data(context: RequestContext) -> AsyncIterator[bytes]:
    """The JSON of a `PersonalData`, one table after the other, so that few are in memory."""
    person, store = context.person, context.tables.store
    _downloading.add(person.id)
    try:
        own = OwnPerson(person.name, person.settings, person.made_at, person.seen_at)
        tokens = [OwnToken(row.kind, row.name, row.made_at) for row in await store.access_tokens_of(person.id)]
        pads = [OwnPad(row.id, row.game, row.sheet, row.changed_at) for row in await store.pads_of(person.id)]
        encode = msgspec.json.encode
        yield b'{"person":%b,"tokens":%b,"pads":%b,"designs":[' % (encode(own), encode(tokens), encode(pads))
        between = b""
        for listing in await store.designs_of(person.id):
            row = await store.design(listing.id)
            if row is not None:
                yield between + encode(msgspec.convert(row, OwnDesign, from_attributes=True))
                between = b","
        yield b'],"puzzles":%b,"tables":[' % encode(_own_puzzles(await store.puzzle_progress(person.id)))
        between = b""
        for trace in await context.deletion.traces_of(person.id):
            stored = await store.table(trace.table_id)
            if stored is not None:
                yield between + encode(_own_table(context, stored))
                between = b","
        yield b"]}"
    finally:
        _downloading.discard(person.id)


def _own_puzzles(row: PuzzleProgressRow | None) -> OwnPuzzles | None:
    return None if row is None else OwnPuzzles(msgspec.json.decode(row.progress), row.changed_at)


def _own_table(context: RequestContext, stored: StoredTable) -> OwnTable:
    """What a person did at a table, and what they may see of it now."""
    person = context.person.id
    done = [
        OwnEvent(event.at, event.kind, seat_name(event.seat) if event.seat is not None else None, event.text)
        for event in stored.events
        if event.person == person
    ]
    try:
        snapshot = TableSnapshot.replay(stored)
        if not may_see(snapshot, person, invited=False):
            return OwnTable(stored.row.id, done)
        record = msgspec.json.decode(snapshot.record().to_text()) if may_read_record(snapshot, person) else None
        return OwnTable(stored.row.id, done, serialize_table(context, snapshot), record)
    except ShoalError:
        return OwnTable(stored.row.id, done)  # its game is not installed any more


@delete("/me", name="api.delete_me", responses=problem_responses("cross-site"))
async def delete_me(context: NamedDependency[RequestContext]) -> None:
    """Delete yourself and what is yours, for good. The token or cookie of this request counts no more."""
    if not context.is_identified:
        raise SignInRequired
    await context.delete_person()


HANDLERS = [download, delete_me]
