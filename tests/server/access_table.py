"""Who may do what: tries every address as every kind of visitor, and writes the table in docs/access.md.

`python -m tests.server.access_table` writes the table again.
"""

import secrets
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import httpx
import msgspec
from litestar import Litestar
from litestar.routes import WebSocketRoute
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from shoal.coach.puzzles import day_of, puzzles_of
from shoal.core import Editor, Table, find_game
from shoal.server.ids import new_id
from shoal.server.retention.periods import KeepPeriods
from shoal.server.security.identity import COOKIE, sign_cookie
from shoal.server.timestamps import now
from shoal.server.web.puzzle_progress import PuzzleProgress, PuzzleRun, change_progress, daily_puzzle
from shoal.store import DesignRow, PadRow, Person
from tests.server.in_process_server import SECRET, InProcessServer
from tests.server.prepared_reviews import finished_game, prepared_review
from tests.server.tables.hints_of_tests import last_step

__all__ = ["CASES", "COLUMNS", "PAGE", "AccessTable", "addresses", "deck_editor", "written"]

PAGE: Final = Path(__file__).parent.parent.parent / "docs" / "access.md"

#: Who tries, and their names in the table. Everything tried is Ann's: her seat A, her sheet, her token, her link.
COLUMNS: Final[Mapping[str, str]] = {
    "ann": "seat A",
    "ann_token": "her token",
    "bob": "seat B",
    "invited": "with the link",
    "spectator": "spectator",
    "elsewhere": "at another table",
    "nobody": "no cookie",
    "forged": "forged cookie",
    "revoked": "revoked cookie",
    "site": "another site",
    "other_token": "another's token",
    "forged_token": "forged token",
}
FEED: Final = "FEED"
YES: Final = "✓"


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """One way to try an address. Words in braces are replaced by the things made for the try."""

    path: str
    form: dict[str, str] = {}
    body: dict[str, object] | None = None
    file: bytes | None = None
    #: What the row says beside the address.
    note: str = ""
    public: bool = False
    #: Whether seat B is still open.
    open: bool = False
    #: Whether the game is over, and reviewed.
    over: bool = False
    #: Whether it deletes who does it.
    deletes: bool = False


def _at_tables(path: str, **how: object) -> list[Case]:
    """The same at a table by invitation and at a public one."""
    return [
        msgspec.convert({"path": path, "note": note, "public": public, **how}, Case)
        for note, public in (("by invitation", False), ("public", True))
    ]


def _at_reviews(path: str) -> list[Case]:
    """The same at the review of a running game and of finished ones."""
    return [
        Case(path=path, note="of a running game", public=True),
        Case(path=path, note="of a finished game, by invitation", over=True),
        Case(path=path, note="of a finished game, public", public=True, over=True),
    ]


def _record() -> bytes:
    return Table(find_game("penguins"), {"players": 2}, seed="5e" * 32).record().to_text().encode()


_STEP: Final = {"kind": "step", "seat": "A", "step": "{step}", "moment": "0", "key": "{key}", "secret": "{secret}"}
_HINT: Final = {"seat": "A", "stage": "3", "moment": "0", "key": "{key}"}
_SIT: Final[dict[str, object]] = {"seat": "B", "invitation": "{secret}", "key": "{key}"}
_SEATS: Final = {"seat.0": "me", "seat.1": "screen"}
#: Every address of the application has to be here: a method or FEED, the path as the application knows it, and tries.
CASES: Final[Mapping[str, list[Case]]] = {
    "GET /": [Case(path="/")],
    "GET /health": [Case(path="/health")],
    "GET /ready": [Case(path="/ready")],
    "GET /metrics": [Case(path="/metrics", note="from this machine")],
    "GET /static/{file:str}": [Case(path="/static/page.js")],
    "GET /static/{name:str}/{file:str}": [Case(path="/static/penguins/style.css")],
    "GET /games/{name:str}": [Case(path="/games/penguins")],
    "GET /rules/{name:str}": [Case(path="/rules/penguins")],
    "GET /ladder": [Case(path="/ladder")],
    "GET /settings": [Case(path="/settings", note="one's own")],
    "POST /settings": [Case(path="/settings", form={"name": "Zoe"}, note="one's own")],
    "POST /settings/elsewhere": [Case(path="/settings/elsewhere", note="one's own")],
    "POST /settings/leave": [Case(path="/settings/leave", form={"sure": "yes"}, note="one's own")],
    "POST /settings/tokens": [Case(path="/settings/tokens", form={"name": "bot"}, note="one's own")],
    "POST /settings/link": [Case(path="/settings/link", note="one's own")],
    "POST /settings/passes/{pass_id:str}": [Case(path="/settings/passes/{pass}", note="Ann's")],
    "GET /settings/delete": [Case(path="/settings/delete", note="asks only")],
    "POST /settings/delete": [Case(path="/settings/delete", note="oneself", deletes=True)],
    "GET /recovery": [
        Case(path="/recovery?link={guess}", note="guessed"),
        Case(path="/recovery?link={recovery}", note="with Ann's own link"),
    ],
    "POST /recovery": [
        Case(path="/recovery", form={"link": "{guess}"}, note="guessed"),
        Case(path="/recovery", form={"link": "{recovery}"}, note="with Ann's own link"),
    ],
    "POST /tables": [Case(path="/tables", form={"game": "penguins", **_SEATS})],
    "POST /records": [Case(path="/records", file=_record())],
    "GET /tables/{table_id:str}": _at_tables("/tables/{table}?invited={secret}"),
    "POST /tables/{table_id:str}": [
        *_at_tables("/tables/{table}", form=_STEP),
        Case(
            path="/tables/{table}",
            form={"kind": "sit", "seat": "B", "secret": "{secret}", "key": "{key}"},
            note="sitting down on seat B",
            open=True,
        ),
    ],
    "POST /tables/{table_id:str}/hint": _at_tables("/tables/{table}/hint", form=_HINT),
    "GET /tables/{table_id:str}/record": _at_tables("/tables/{table}/record?invited={secret}"),
    "GET /tables/{table_id:str}/picture.svg": _at_tables("/tables/{table}/picture.svg?invited={secret}"),
    "POST /tables/{table_id:str}/branch": _at_tables("/tables/{table}/branch", form={"step": "0", "seat": "A"}),
    "GET /tables/{table_id:str}/analysis": _at_tables("/tables/{table}/analysis?step=0"),
    "GET /tables/{table_id:str}/review": _at_reviews("/tables/{table}/review"),
    "POST /tables/{table_id:str}/review": _at_reviews("/tables/{table}/review"),
    "FEED /tables/{table_id:str}/feed": _at_tables("/tables/{table}/feed?invited={secret}"),
    "POST /analysis": [Case(path="/analysis", file=_record())],
    "GET /analysis/{name:str}": [Case(path="/analysis/penguins")],
    "POST /analysis/{name:str}": [Case(path="/analysis/penguins", form={"do": "draw"})],
    "POST /analysis/{name:str}/lines": [Case(path="/analysis/penguins/lines", form={}, note="before the deal")],
    "GET /pads": [Case(path="/pads", note="one's own")],
    "POST /pads": [Case(path="/pads", form={"game": "penguins"})],
    "GET /pads/{pad_id:str}": [Case(path="/pads/{pad}", note="Ann's")],
    "POST /pads/{pad_id:str}": [Case(path="/pads/{pad}", form={"version": "1", "act": "take A 1"}, note="Ann's")],
    "GET /puzzles": [Case(path="/puzzles", note="one's own progress")],
    "GET /puzzles/next": [Case(path="/puzzles/next?game=penguins")],
    "GET /puzzles/today": [Case(path="/puzzles/today", note="the solution only after one's own answer")],
    "POST /puzzles/today": [Case(path="/puzzles/today", form={"step": "{answer}"})],
    "GET /puzzles/run": [Case(path="/puzzles/run", note="Ann's")],
    "POST /puzzles/run": [Case(path="/puzzles/run", form={"game": "penguins"}, note="one's own")],
    "GET /puzzles/{game_name:str}/{puzzle_id:str}": [
        Case(path="/puzzles/penguins/{puzzle}", note="the solution only after one's own answer")
    ],
    "POST /puzzles/{game_name:str}/{puzzle_id:str}": [
        Case(path="/puzzles/penguins/{puzzle}", form={"act": "give_up"}, note="for one's own answer")
    ],
    "GET /games/{name:str}/designs": [Case(path="/games/fishtank/designs", note="one's own")],
    "POST /games/{name:str}/designs": [
        Case(path="/games/fishtank/designs", form={"start": "{start}"}),
        Case(path="/games/fishtank/designs", form={"design": "{design}"}, note="a copy of Ann's"),
        Case(path="/games/fishtank/designs", form={"design": "{shared}"}, note="a copy of Ann's, by its link"),
    ],
    "GET /games/{name:str}/designs/file": [Case(path="/games/fishtank/designs/file")],
    "GET /designs/{design_id:str}": [Case(path="/designs/{design}", note="Ann's")],
    "POST /designs/{design_id:str}": [
        Case(path="/designs/{design}", form={"version": "2", "act": "title", "text": "Box"}, note="Ann's")
    ],
    "GET /designs/{design_id:str}/finished": [Case(path="/designs/{design}/finished", note="Ann's")],
    "GET /designs/{design_id:str}/file": [Case(path="/designs/{design}/file", note="Ann's")],
    "POST /designs/{design_id:str}/sharing": [
        Case(path="/designs/{design}/sharing", form={"share": "new"}, note="Ann's")
    ],
    "POST /designs/{design_id:str}/delete": [Case(path="/designs/{design}/delete", note="Ann's")],
    "GET /shared/{secret:str}": [
        Case(path="/shared/{design}", note="by the id of Ann's design"),
        Case(path="/shared/{shared}", note="by its link"),
    ],
    "GET /shared/{secret:str}/file": [
        Case(path="/shared/{design}/file", note="by the id of Ann's design"),
        Case(path="/shared/{shared}/file", note="by its link"),
    ],
    "GET /api": [Case(path="/api")],
    "GET /api/openapi.json": [Case(path="/api/openapi.json")],
    "GET /api/{path:str}": [Case(path="/api/nothing", note="not there")],
    "GET /api/games": [Case(path="/api/games")],
    "GET /api/problems": [Case(path="/api/problems")],
    "GET /api/me": [Case(path="/api/me", note="oneself")],
    "DELETE /api/me": [Case(path="/api/me", note="oneself", deletes=True)],
    "GET /api/me/data": [Case(path="/api/me/data", note="one's own")],
    "GET /api/designs": [Case(path="/api/designs", note="one's own")],
    "GET /api/tables": [Case(path="/api/tables", note="one's own")],
    "POST /api/tables": [
        Case(path="/api/tables", body={"game": "penguins", "seats": [{"kind": "me"}, {"kind": "screen"}]})
    ],
    "GET /api/tables/{table_id:str}": _at_tables("/api/tables/{table}?invited={secret}"),
    "GET /api/tables/{table_id:str}/record": _at_tables("/api/tables/{table}/record"),
    "GET /api/tables/{table_id:str}/review": _at_reviews("/api/tables/{table}/review"),
    "POST /api/tables/{table_id:str}/review": _at_reviews("/api/tables/{table}/review"),
    "POST /api/tables/{table_id:str}/seats": [
        Case(path="/api/tables/{table}/seats", body=_SIT, note="seat B", open=True)
    ],
    "POST /api/tables/{table_id:str}/steps": _at_tables(
        "/api/tables/{table}/steps", body={"seat": "A", "step": "{step}", "moment": 0, "key": "{key}"}
    ),
    "POST /api/tables/{table_id:str}/acts": _at_tables(
        "/api/tables/{table}/acts", body={"kind": "odds", "seat": "A", "key": "{key}"}
    ),
    "POST /api/tables/{table_id:str}/hint": _at_tables(
        "/api/tables/{table}/hint", body={"seat": "A", "stage": 3, "moment": 0, "key": "{key}"}
    ),
    "FEED /api/tables/{table_id:str}/feed": _at_tables("/api/tables/{table}/feed?invited={secret}"),
}


#: The second part of the page, with the periods that a server keeps unless it is told otherwise.
_KEPT: Final = """
## What is kept, and for how long

A *design* is what somebody made of their own for a game, such as a deck. A *stranger* is a person without a name, a
token or a personal link: somebody who never chose to come back as somebody. Once an hour, a server deletes what nobody comes back to:

| | goes after |
|---|---|
| tables of strangers at which no person ever did anything, unless they began with an uploaded record or a position of another table | {empty} days |
| other unfinished tables of strangers | {unfinished} days without an event |
| finished games of strangers, uploaded ones too | {finished} days without an event |
| score pads and designs that were never written to | {empty} days |
| other score pads and designs of strangers | {finished} days without a change |
| what strangers did with puzzles: answers, streaks, runs | {finished} days without another answer |
| people without a name, settings, tables, score pads, designs, answers to puzzles, tokens or a link | {unfinished} days without a visit |
| all other people without a token or link; with them, their score pads, designs and answers to puzzles, and the tables where nobody else sits | {people} days without a visit |

A table is *of strangers* if neither the person who made it nor anybody who sits there is more than that. As long as a
clock runs there, or a bot is to move, it stays (for {people} days at most). A cookie lives for a year after the last
visit to a page, so that after {people} days nobody can be that person again. Where others sit, the game stays, with
their name; if it still runs, a bot takes their seat. Everything else is kept for ever: tables, games, pads, designs and answers
to puzzles of people with a name who come at least once a year, and whatever belongs to people with a token or a link.
[deployment.md](deployment.md#what-is-kept) says how to change the periods, and how to have everything written to a file
first.

People can download all that is stored of them, and delete themselves, on the settings page or under `/api/me`. It takes
effect at once: their name, settings, score pads, designs, answers to puzzles, tokens and link go, and the tables where nobody else sits. Where others sit, a bot takes their seat if the game still runs; a finished game stays as it was played. In
place of their name it says *Guest*, also in the event log, and nothing there leads to them any more. Their cookies,
in all browsers, are a new visitor's from then on. Backups that were made before still have them.
"""  # noqa: E501 - rows of a table


def deck_editor() -> Editor:
    """The editor of the game that has one."""
    page = find_game("fishtank").page()
    assert page is not None
    assert page.editor is not None
    return page.editor


def addresses(app: Litestar) -> set[str]:
    """Every address of the application. Without OPTIONS, which only tells anyone the allowed methods."""
    found: set[str] = set()
    for route in app.routes:
        if isinstance(route, WebSocketRoute):
            found.add(f"{FEED} {route.path}")
        else:
            found |= {f"{method} {route.path}" for method in getattr(route, "methods", ()) if method != "OPTIONS"}
    return found


class AccessTable:
    """Tries addresses, each time with things made for the try."""

    def __init__(self, server: InProcessServer) -> None:
        self._server = server
        server.tables.find_hint = last_step
        self._make_people()
        self._client = httpx.Client(base_url=server.address, timeout=60)
        self._csrf_token = self._client.get("/settings").cookies["shoal_csrf"]
        self._client.cookies.clear()

    def _make_people(self) -> None:
        server, names = self._server, ("Ann", "Bob", "Ida", "Sam", "Eli")
        self._ann, self._bob, self._ida, self._sam, self._eli = (server.person(name) for name in names)
        server.table("penguins", [self._eli, self._eli])
        self._revoked = sign_cookie(self._ann.id, SECRET)
        assert server.run(server.tables.store.revoke_cookies(self._ann.id, 0))
        self._tokens = {"ann_token": server.token(self._ann), "other_token": server.token(self._eli)}

    def rows(self) -> Iterator[tuple[str, str, dict[str, str]]]:
        """Each address with its note, and what each column gets there."""
        for address, cases in CASES.items():
            for case in cases:
                yield address, case.note, {who: self._try(address, case, who) for who in COLUMNS}

    def close(self) -> None:
        self._client.close()

    def _try(self, address: str, case: Case, who: str) -> str:
        there = self._things(case, who)
        method = address.partition(" ")[0]
        path = case.path.format(**there)
        if method == FEED:
            return self._listen(path, self._headers(who))
        form = {name: str(_filled(value, there)) for name, value in case.form.items()}
        body = {name: _filled(value, there) for name, value in case.body.items()} if case.body is not None else None
        files = {"record": ("a.json", case.file)} if case.file is not None else None
        answer = self._client.request(
            method, path, headers=self._headers(who), data=form or None, json=body, files=files
        )
        self._client.cookies.clear()
        if case.deletes:
            self._make_people()
        assert answer.status_code < 500, (address, who, answer.text)
        if answer.status_code >= 400:
            assert answer.headers["content-type"] == "application/problem+json", (address, who)
            return str(answer.status_code)
        return YES

    def _things(self, case: Case, who: str) -> dict[str, str]:
        """A new table of Ann's and Bob's, a sheet, a token and a link of Ann's."""
        server, ann = self._server, self._ann
        people = [ann, None if case.open else self._bob]
        record = finished_game() if case.over else None
        table = server.table("penguins", people, public=case.public, record=record, settings={"hints": True})
        if case.over:
            assert server.run(server.tables.store.save_review(prepared_review(table)))
        snapshot = server.run(server.tables.snapshot(table))
        sheet = find_game("penguins").page()
        assert sheet is not None
        assert sheet.pad is not None
        pad = PadRow(new_id(), ann.id, "penguins", sheet.pad.blank(), 1, now())
        server.run(server.tables.store.create_pad(pad))
        design = self._design()
        daily = daily_puzzle(day_of(now()))
        assert daily is not None
        if case.path == "/puzzles/run":
            run = PuzzleProgress(run=PuzzleRun("seed", "", now()))
            server.run(change_progress(server.tables.store, ann.id, lambda _progress: run))
        if "{pass}" in case.path:
            for row in server.run(server.tables.store.access_tokens_of(ann.id)):
                server.run(server.tables.store.revoke_access_token(ann.id, row.id))
            self._tokens["ann_token"] = server.token(ann)
        return {
            "table": table,
            "step": "" if case.over else str(snapshot.table.view(0).legal[0]),
            "key": new_id(),
            "secret": server.tables.invitations.secret_of(table) if who == "invited" else "0" * 32,
            "pad": pad.id,
            "design": design.id,
            "start": next(iter(deck_editor().starts())),
            "shared": design.shared or "",
            "pass": server.run(server.tables.store.access_tokens_of(ann.id))[0].id,
            "puzzle": puzzles_of(find_game("penguins"))[0].id,
            "answer": daily.best.step,
            "recovery": server.link(ann) if "recovery" in case.path else "",
            "guess": "shoal_" + "x" * 43,
        }

    def _design(self) -> DesignRow:
        """A deck of Ann's that she shares, and her only one."""
        store = self._server.tables.store
        for listing in self._server.run(store.designs_of(self._ann.id)):
            self._server.run(store.delete_design(self._ann.id, listing.id))
        editor = deck_editor()
        sheet = editor.start(next(iter(editor.starts())))
        design = DesignRow(
            new_id(),
            self._ann.id,
            "fishtank",
            "",
            sheet,
            editor.text(sheet),
            2,
            now(),
            now(),
            secrets.token_urlsafe(16),
        )
        self._server.run(store.create_design(design, 10**6))
        return design

    def _headers(self, who: str) -> dict[str, str]:
        """What each of them sends with every request. All but another site know the CSRF token."""
        people: dict[str, Person] = {
            "ann": self._ann,
            "bob": self._bob,
            "invited": self._ida,
            "spectator": self._sam,
            "elsewhere": self._eli,
            "site": self._ann,
        }
        cookies = {"shoal_csrf": self._csrf_token}
        if who in people:
            cookies[COOKIE] = self._cookie_of(people[who])
        if who == "revoked":
            cookies[COOKIE] = self._revoked
        if who == "forged":
            cookies[COOKIE] = sign_cookie(self._ann.id, b"not the secret")
        headers = {"cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
        if who == "site":
            return {**headers, "origin": "https://elsewhere.example", "sec-fetch-site": "cross-site"}
        token = "shoal_" + "y" * 43 if who == "forged_token" else self._tokens.get(who)
        bearer = {"authorization": f"Bearer {token}"} if token is not None else {}
        return {**headers, **bearer, "x-csrftoken": self._csrf_token}

    def _cookie_of(self, person: Person) -> str:
        """Their newest cookie: one of the addresses revokes those before it."""
        stored = self._server.run(self._server.tables.store.person(person.id))
        return sign_cookie(person.id, SECRET, stored.cookie_number if stored is not None else 0)

    def _listen(self, path: str, headers: dict[str, str]) -> str:
        try:
            with connect(self._server.address.replace("http", "ws") + path, additional_headers=headers) as feed:
                feed.recv(timeout=30)
                return YES
        except InvalidStatus as refused:
            return str(refused.response.status_code)
        except ConnectionClosed as closed:
            assert closed.rcvd is not None
            return str(closed.rcvd.code)


def _filled(value: object, there: Mapping[str, str]) -> object:
    return value.format(**there) if isinstance(value, str) else value


def written(rows: list[tuple[str, str, dict[str, str]]]) -> str:
    """The page of the manual."""
    lines = [
        "# Who may do what",
        "",
        "Ann and Bob sit at a table, on seats A and B. Everything below belongs to Ann or is done in her name: the",
        "steps of her seat, her score sheet, her deck, her token, her recovery link. The tests tried every address of",
        f"the server as each visitor in the top row. {YES} means that it worked; a number is the status of the",
        "refusal, or the code with which the feed was closed. 404 also stands for what exists but the visitor may",
        "not know of.",
        "`OPTIONS` tells anyone which methods an address has.",
        "",
        "- *with the link*: a person who got the table's invitation",
        "- *spectator*, *at another table*: people with their own cookies and no invitation",
        "- *no cookie*: a new visitor; pages give them a cookie, the API does not",
        "- *forged cookie*: Ann's id, signed with another secret; counts as a new visitor",
        "- *revoked cookie*: one of Ann's from before she signed out everywhere else; counts as a new visitor",
        "- *by its link*, of a deck: with the random secret in the link by which Ann shares it. Whoever has that sees",
        "  the deck as it was when it was last complete, and may play with it and copy it, without any cookie; nobody",
        "  but Ann sees what she is working on. She can make another link, or none: then the old one leads nowhere",
        "- *another site*: a page of another site that makes Ann's browser send the request with her cookie; it may",
        "  send her to a page, but no browser lets it read what she gets there",
        "- tokens count under `/api` and for feeds; anywhere else, their holder is a new visitor",
        "- *bots* ask at no address: the process that thinks for one is sent what a person on its seat may see",
        "  ([more](fairness.md#what-bots-know))",
        "",
        "The tests make this table from the application's own list of addresses and compare it with this page.",
        "",
        "| | | " + " | ".join(COLUMNS.values()) + " |",
        "|---|---|" + "---|" * len(COLUMNS),
    ]
    for address, note, cells in rows:
        shown = address.replace(":str}", "}")
        lines.append(f"| `{shown}` | {note} | " + " | ".join(cells[who] for who in COLUMNS) + " |")
    return "\n".join(lines) + "\n" + _KEPT.format(**msgspec.to_builtins(KeepPeriods()))


def _write() -> None:
    with tempfile.TemporaryDirectory() as folder, InProcessServer(Path(folder)) as server:
        access = AccessTable(server)
        PAGE.write_text(written(list(access.rows())), encoding="utf-8")
        access.close()


if __name__ == "__main__":
    _write()
