"""A visit: one request of one person, in one language. Every page is made through it."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

import msgspec
from babel.dates import format_datetime
from litestar import Request, Response
from litestar.datastructures import Cookie, State
from litestar.enums import MediaType
from litestar.response import Redirect
from litestar.utils.scope.state import ScopeState
from msgspec.structs import replace

from shoal.core import Game, Say, msg
from shoal.core.translations import LANGUAGES, speaker
from shoal.server.errors import NoPerson
from shoal.server.ids import new_id
from shoal.server.security import identity
from shoal.server.security.access_tokens import bearer_in, person_with
from shoal.server.tables.commands import TableCommand, TakeSeat
from shoal.server.tables.service import TableService
from shoal.server.tables.snapshot import TableSnapshot
from shoal.server.timestamps import now
from shoal.server.web.templating import render
from shoal.store import Person

__all__ = ["CookieSettings", "RequestContext", "caller_of", "visit_of"]

_YEAR: Final = 365 * 24 * 3600


class CookieSettings(msgspec.Struct, frozen=True):
    """What pages need to know of how the server was started."""

    secret: bytes
    secure_cookies: bool = False


class RequestContext:
    """One request."""

    def __init__(
        self, request: "Request[object, object, State]", person: Person, *, known: bool, somebody: bool
    ) -> None:
        self.request = request
        self.person = person
        #: Whether they came with a cookie or token of ours; to all others the answer may bring a cookie.
        self.somebody = somebody
        self._known = known
        self.language = identity.language_for(person, request.headers.get("accept-language", ""))

    @property
    def tables(self) -> TableService:
        tables = self.request.app.state.tables
        assert isinstance(tables, TableService)  # noqa: S101 - put there by app.py
        return tables

    def say(self, *games: Game) -> Say:
        """Puts texts of the house and of these games into the visitor's language."""
        return speaker(self.language, *games)

    async def remember(self) -> Person:
        """Keep the person, who is going to be somebody now."""
        if not self._known:
            await self.tables.store.keep_person(self.person)
            self._known = True
        return self.person

    async def table(self, table_id: str, invitation: str = "") -> TableSnapshot:
        """The table as it stands. Raises `TableNotFound` if this person may not see it."""
        return await self.tables.snapshot_for(self.person.id, table_id, invitation)

    async def execute(self, table_id: str, command: TableCommand, invitation: str = "") -> TableSnapshot:
        """Run a command of this person and return the table after it.

        Only a person who really took a seat is stored, with the name they chose for it.
        """
        if not isinstance(command, TakeSeat):
            return await self.tables.execute(self.person.id, table_id, command, invitation)
        name = identity.clean_name(command.name or self.person.name, self.say()(msg("Guest")))
        named = replace(command, name=name)
        snapshot = await self.tables.execute(self.person.id, table_id, named, invitation)
        if command.name and command.seat in snapshot.seats_of(self.person.id):
            self.person = replace(self.person, name=snapshot.seats[command.seat].name)
            await self.tables.store.keep_person(self.person)
        else:
            await self.remember()
        return snapshot

    def page(
        self, template: str, values: Mapping[str, object], *, say: Say | None = None, status: int = 200
    ) -> Response[str]:
        """A page of the house."""
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

    def go(self, path: str) -> Redirect:
        """On to another page, by GET."""
        return Redirect(path, status_code=303, cookies=self._cookies())

    def _cookies(self) -> list[Cookie]:
        settings: CookieSettings = self.request.app.state.settings
        return [
            Cookie(
                identity.COOKIE,
                value=identity.sign(self.person.id, settings.secret),
                max_age=_YEAR,
                httponly=True,
                samesite="lax",
                secure=settings.secure_cookies,
            )
        ]


def _date(at: int, language: str) -> str:
    """A moment in words, for a visitor whose time zone is not known; with scripts the page says it in theirs."""
    return format_datetime(datetime.fromtimestamp(at / 1000, UTC), "medium", locale=language)


async def visit_of(request: "Request[object, object, State]") -> RequestContext:
    """Who it is: a person we know, or somebody new."""
    settings: CookieSettings = request.app.state.settings
    tables: TableService = request.app.state.tables
    person_id = identity.read_cookie(request.cookies.get(identity.COOKIE), settings.secret)
    if person_id is None:
        return RequestContext(request, identity.new_person(), known=False, somebody=False)
    person = await tables.store.person(person_id)
    if person is None:
        return RequestContext(request, Person(person_id, "", {}, now()), known=False, somebody=True)
    return RequestContext(request, person, known=True, somebody=True)


async def caller_of(request: "Request[object, object, State]") -> RequestContext:
    """Who a program acts for. A token decides where one is shown, and a cookie then counts for nothing.

    The pages do not know tokens: they would give a cookie for one, and cookies cannot be taken back.
    """
    authorization = request.headers.get("authorization")
    if authorization is None:
        return await visit_of(request)
    tables: TableService = request.app.state.tables
    person = await person_with(tables.store, bearer_in(authorization), "token")
    if person is None:
        raise NoPerson
    return RequestContext(request, person, known=True, somebody=True)
