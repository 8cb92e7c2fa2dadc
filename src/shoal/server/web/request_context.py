"""The request context: who sends the request, in which language, and what they may do. Pages and the API use it."""

import contextlib
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from babel.dates import format_datetime
from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State
from litestar.enums import MediaType
from litestar.response import Redirect
from litestar.utils.scope.state import ScopeState
from msgspec.structs import replace

from shoal.core import Game, Refusal, Say, msg
from shoal.core.translations import LANGUAGES, speaker
from shoal.server.coaching.coach import Coach
from shoal.server.coaching.reviews import Reviews
from shoal.server.errors import SignInRequired
from shoal.server.ids import new_id
from shoal.server.names import clean_name
from shoal.server.retention.person_deletion import PersonDeletion
from shoal.server.security import identity
from shoal.server.security.access_tokens import bearer_token, find_person
from shoal.server.security.rate_limit import bucket_name
from shoal.server.tables.bot_queue import BotOwner
from shoal.server.tables.commands import TableCommand, TakeSeat
from shoal.server.tables.service import TableService
from shoal.server.tables.snapshot import TableSnapshot
from shoal.server.timestamps import now
from shoal.server.web.templating import render
from shoal.store import Person, StoreUnavailable

__all__ = ["RequestContext", "api_context", "network_of", "page_context"]

_YEAR: Final = 365 * 24 * 3600
#: A visit is noted once a day, so that it costs next to nothing.
_VISIT_MS: Final = 24 * 3600 * 1000


class RequestContext:
    """One request of one person."""

    def __init__(
        self, request: "Request[object, object, State]", person: Person, *, is_stored: bool, is_identified: bool
    ) -> None:
        self.request = request
        self.person = person
        #: Whether the request came with a valid cookie or token. A new visitor gets a cookie with the response.
        self.is_identified = is_identified
        self._is_stored = is_stored
        self.language = identity.language_for(person, request.headers.get("accept-language", ""))
        if is_identified:
            self.tables.visitors.see(person.id, network_of(request), returns=True)

    @property
    def coach(self) -> Coach:
        coach = self.request.app.state.coach
        assert isinstance(coach, Coach)  # noqa: S101 - put there by app.py
        return coach

    @property
    def reviews(self) -> Reviews:
        reviews = self.request.app.state.reviews
        assert isinstance(reviews, Reviews)  # noqa: S101 - put there by app.py
        return reviews

    @property
    def owner(self) -> BotOwner:
        """For whom the coach works, if this request asks it something."""
        return BotOwner(network_of(self.request), self.person.id if self.is_identified else "")

    @property
    def deletion(self) -> PersonDeletion:
        deletion = self.request.app.state.deletion
        assert isinstance(deletion, PersonDeletion)  # noqa: S101 - put there by app.py
        return deletion

    @property
    def tables(self) -> TableService:
        tables = self.request.app.state.tables
        assert isinstance(tables, TableService)  # noqa: S101 - put there by app.py
        return tables

    def say(self, *games: Game) -> Say:
        """A translator of shared texts, and of texts of these games, into the visitor's language."""
        return speaker(self.language, *games)

    async def store_person(self) -> Person:
        """Store a new person on first use, and return the person."""
        if not self._is_stored:
            await self.tables.store.save_person(self.person)
            self._is_stored = True
        if not self.is_identified:
            self.tables.visitors.see(self.person.id, network_of(self.request), returns=False)
        return self.person

    async def sign_out_elsewhere(self) -> None:
        """Revoke all cookies of the person so far; this browser gets a new one with the response."""
        person = await self.store_person()
        if not await self.tables.store.revoke_cookies(person.id, person.cookie_number):
            raise Refusal(msg("you were signed out here at the same moment: please reload the page"))
        self.person = replace(person, cookie_number=person.cookie_number + 1)

    async def delete_person(self) -> None:
        """Delete the person with what is theirs. Their browser is a new visitor's from now on."""
        if self._is_stored:
            await self.deletion.delete_at_own_wish(self.person.id, self.say()(msg("Guest")))
        self.person, self._is_stored = identity.new_person(), False

    async def table(self, table_id: str, invitation: str = "") -> TableSnapshot:
        """The current snapshot of a table. Raises `TableNotFound` if this person may not see it."""
        return await self.tables.snapshot_for(self.person.id, table_id, invitation)

    async def execute(self, table_id: str, command: TableCommand, invitation: str = "") -> TableSnapshot:
        """Run a command of this person and return the table after it.

        A person who takes a seat is stored only afterwards, with the name they chose for it.
        """
        if not isinstance(command, TakeSeat):
            return await self.tables.execute(self.person.id, table_id, command, invitation)
        chosen = clean_name(command.name, "")
        named = replace(command, name=chosen or clean_name(self.person.name, self.say()(msg("Guest"))))
        snapshot = await self.tables.execute(self.person.id, table_id, named, invitation)
        if chosen and command.seat in snapshot.seats_of(self.person.id):
            self.person = replace(self.person, name=chosen)
            await self.tables.store.save_person(self.person)
        else:
            await self.store_person()
        return snapshot

    def page(
        self, template: str, values: Mapping[str, object], *, say: Say | None = None, status: int = 200
    ) -> Response[str]:
        """The response with a page: the template in `templates/`, these values, and those that every page needs."""
        settings = self.person.settings
        common = {
            "language": self.language,
            "languages": LANGUAGES,
            "person": self.person,
            "theme": settings.get("theme", ""),
            "confirm": settings.get("confirm", ""),
            "sound": settings.get("sound", ""),
            "csrf": ScopeState.from_scope(self.request.scope).csrf_token or "",
            "key": new_id(),
            "path": self.request.url.path,
            "date": lambda at: _date(at, self.language),
            "origin": str(self.request.base_url).rstrip("/"),
        }
        html = render(f"shared/{template}", say or self.say(), {**common, **values})
        return Response(
            html,
            status_code=status,
            media_type=MediaType.HTML,
            headers={"Cache-Control": "no-store"},
            cookies=self._cookies(),
        )

    def redirect(self, path: str) -> Redirect:
        """A redirect to another page, which the browser then gets."""
        return Redirect(path, status_code=303, cookies=self._cookies())

    def _cookies(self) -> list[Cookie]:
        """The cookie of the person, for another year."""
        if self.request.method == "GET" and self.request.headers.get("sec-fetch-dest") == "empty":
            # A script keeps a page up to date. Its answer could overtake that of a sign-out, and undo it.
            return []
        settings: identity.CookieSettings = self.request.app.state.settings
        return [
            Cookie(
                identity.COOKIE,
                value=identity.sign_cookie(self.person.id, settings.secret, self.person.cookie_number),
                max_age=_YEAR,
                httponly=True,
                samesite="lax",
                secure=settings.secure_cookies,
            )
        ]


def network_of(connection: "ASGIConnection[Any, Any, Any, Any]") -> str:
    """The network that a request comes from: what has one limit of its own."""
    host = connection.client.host if connection.client is not None else ""
    return bucket_name(host) or host


def _date(at: int, language: str) -> str:
    """A time in words, in UTC: scripts on the page replace it by the visitor's local time."""
    return format_datetime(datetime.fromtimestamp(at / 1000, UTC), "medium", locale=language)


async def page_context(request: "Request[object, object, State]") -> RequestContext:
    """The context of a request to a page: the cookie identifies the person; without one that counts, they are new."""
    settings: identity.CookieSettings = request.app.state.settings
    tables: TableService = request.app.state.tables
    cookie = identity.read_cookie(request.cookies.get(identity.COOKIE), settings.secret)
    stored = await tables.store.person(cookie.person_id) if cookie is not None else None
    holder = identity.holder_of(cookie, stored) if cookie is not None else None
    if holder is None:
        return RequestContext(request, identity.new_person(), is_stored=False, is_identified=False)
    await _note_visit(tables, holder)
    return RequestContext(request, holder, is_stored=stored is not None, is_identified=True)


async def _note_visit(tables: TableService, person: Person) -> None:
    """Note that a person is here, so that what is theirs is kept."""
    if now() - person.seen_at > _VISIT_MS:
        # A full disk must not keep anybody from looking at their tables; their next request tries again.
        with contextlib.suppress(StoreUnavailable):
            await tables.store.note_visit(person.id, now())


async def api_context(request: "Request[object, object, State]") -> RequestContext:
    """The context of an API request: a token identifies the person, and only without one does the cookie count.

    Pages ignore tokens: they would answer with a cookie, which would live on when the token is revoked.
    """
    authorization = request.headers.get("authorization")
    if authorization is None:
        return await page_context(request)
    tables: TableService = request.app.state.tables
    person = await find_person(tables.store, bearer_token(authorization), "token")
    if person is None:
        raise SignInRequired
    await _note_visit(tables, person)
    return RequestContext(request, person, is_stored=True, is_identified=True)
