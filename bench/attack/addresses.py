"""What is tried at each address. An address that is not here is not attacked, and the attack says so.

Words in braces are filled in: `{table}` is the table, `{secret}` an invitation (right only for the invited), `{seat}`
each seat in turn, `{other}` each seat of others, `{own}` one's own, `{number}` the numbers of some steps, `{half}` and
`{length}` two of them, `{wrong}` steps that are not possible, `{pad}`, `{pass}` and `{design}` another person's,
`{shared}` the end of the link by which they share the design, and `{puzzle}` a puzzle that they have answered.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from itertools import product
from typing import Final

import msgspec

from shoal.core import Table, find_game

__all__ = ["HARMLESS", "VISITS", "Depth", "Visit", "filled", "unknown_addresses"]


class Depth(IntEnum):
    """How thoroughly somebody looks."""

    #: At what shows the position.
    GLANCE = 0
    #: At everything, changing nothing.
    LOOK = 1
    #: At everything for the last time, making things of their own too; then they give up who they are.
    FAREWELL = 2
    PARTING = 3


class Visit(msgspec.Struct, frozen=True, kw_only=True):
    """One way to try an address."""

    path: str
    form: dict[str, str] | None = None
    body: dict[str, object] | None = None
    file: bytes | None = None
    language: str = "en"
    #: Ask for a compressed answer: its length is compared too.
    packed: bool = False
    #: HEAD or OPTIONS, instead of the method of the address.
    method: str = ""
    depth: Depth = Depth.LOOK


def _record() -> bytes:
    return Table(find_game("penguins"), {"players": 2}, seed="5e" * 32).record().to_text().encode()


def _forms(path: str, *kinds: str, seat: str, **more: str) -> list[Visit]:
    return [Visit(path=path, form={"kind": kind, "seat": seat, "key": "{key}", **more}) for kind in kinds]


def _acts(path: str, *kinds: str, seat: str) -> list[Visit]:
    return [Visit(path=path, body={"kind": kind, "seat": seat, "key": "{key}", "bot": "?"}) for kind in kinds]


def _hints(path: str, seat: str, moment: str) -> list[Visit]:
    """Hints about a position that is another seat's, or gone, or both."""
    fields = {"seat": seat, "moment": moment, "key": "{key}"}
    return [Visit(path=f"{path}/hint", form={**fields, "stage": stage}) for stage in ("1", "3")]


_TABLE: Final = "/tables/{table}"
_API_TABLE: Final = "/api/tables/{table}"
_STEP: Final[dict[str, object]] = {"key": "{key}", "moment": 0}
_NO_PASS: Final = "shoal_" + "x" * 43
#: Files that are the same for all the world.
HARMLESS: Final = ("GET /static/{file:str}", "GET /static/{name:str}/{file:str}")

VISITS: Final[Mapping[str, Sequence[Visit]]] = {
    "GET /tables/{table_id:str}": [
        Visit(path=_TABLE + "?invited={secret}", depth=Depth.GLANCE),
        Visit(path=_TABLE + "?step={number}&invited={secret}"),
        Visit(path=_TABLE + "?front={seat}"),
        Visit(path=_TABLE + "?step={half}&front={other}", depth=Depth.FAREWELL),
        Visit(path=_TABLE + "?front=Z"),
        Visit(path=_TABLE + "?step=x"),
        Visit(path=_TABLE + "?invited=" + "0" * 32),
        Visit(path=_TABLE, language="fr"),
        Visit(path=_TABLE, language="cs"),
        Visit(path=_TABLE, packed=True),
        Visit(path=_TABLE, method="HEAD"),
        Visit(path=_TABLE, method="OPTIONS"),
    ],
    "POST /tables/{table_id:str}": [
        *_forms(_TABLE, "step", seat="{own}", step="{wrong}", moment="{moment}"),
        *_forms(_TABLE, "step", seat="{own}", step="a1", moment="99"),
        *_forms(_TABLE, "step", seat="{other}", step="B:snail", moment="{moment}"),
        *_forms(_TABLE, "step", seat="{other}", step="=A:snail", moment="0"),
        *_forms(_TABLE, "ask", "agree", "refuse", "settle", "odds", "bot", "rematch", "flag", seat="{other}"),
        *_forms(_TABLE, "finish", "undo", "flag", "nonsense", seat="{seat}"),
        *_forms(_TABLE, "sit", seat="{seat}", secret="0" * 32),
        *_forms(_TABLE, "bot", seat="{own}", bot="?"),
        *_forms(_TABLE, "step", "sit", "ask", seat="Z"),
    ],
    "POST /tables/{table_id:str}/hint": [
        *_hints(_TABLE, "{other}", "{moment}"),
        *_hints(_TABLE, "{own}", "99"),
        *_hints(_TABLE, "Z", "{moment}"),
    ],
    "GET /tables/{table_id:str}/record": [Visit(path=_TABLE + "/record?invited={secret}", depth=Depth.GLANCE)],
    "GET /tables/{table_id:str}/picture.svg": [
        Visit(path=_TABLE + "/picture.svg", depth=Depth.GLANCE),
        Visit(path=_TABLE + "/picture.svg?step={number}"),
        Visit(path=_TABLE + "/picture.svg?step={half}&front={other}"),
    ],
    "POST /tables/{table_id:str}/branch": [
        Visit(path=_TABLE + "/branch", form={"step": step, "seat": seat}, depth=Depth.FAREWELL)
        for step, seat in (("{half}", "A"), ("{length}", "B"))
    ],
    "GET /tables/{table_id:str}/analysis": [
        Visit(path=_TABLE + "/analysis", depth=Depth.GLANCE),
        Visit(path=_TABLE + "/analysis?step={half}"),
        Visit(path=_TABLE + "/analysis?step=x"),
    ],
    "GET /tables/{table_id:str}/review": [
        Visit(path=_TABLE + "/review?invited={secret}", depth=Depth.GLANCE),
        Visit(path=_TABLE + "/review?step={number}"),
        Visit(path=_TABLE + "/review?step={half}&line=1&effort=quick"),
        Visit(path=_TABLE + "/review?step={half}&exercise&try=a1"),
    ],
    "POST /tables/{table_id:str}/review": [Visit(path=_TABLE + "/review", form={"effort": "quick"})],
    "GET /api/tables/{table_id:str}/review": [
        Visit(path=_API_TABLE + "/review", depth=Depth.GLANCE),
        Visit(path=_API_TABLE + "/review?effort=deep"),
    ],
    "POST /api/tables/{table_id:str}/review": [Visit(path=_API_TABLE + "/review", body={})],
    "FEED /tables/{table_id:str}/feed": [Visit(path=_TABLE + "/feed?invited={secret}")],
    "FEED /api/tables/{table_id:str}/feed": [Visit(path=_API_TABLE + "/feed?invited={secret}")],
    "GET /api/tables/{table_id:str}": [
        Visit(path=_API_TABLE + "?invited={secret}", depth=Depth.GLANCE),
        Visit(path=_API_TABLE + "?seat={seat}"),
        Visit(path=_API_TABLE + "?seat=Z"),
        Visit(path=_API_TABLE, language="fr"),
        Visit(path=_API_TABLE, packed=True),
        Visit(path=_API_TABLE, method="HEAD"),
        Visit(path=_API_TABLE, method="OPTIONS"),
    ],
    "GET /api/tables/{table_id:str}/record": [Visit(path=_API_TABLE + "/record", depth=Depth.GLANCE)],
    "POST /api/tables/{table_id:str}/steps": [
        Visit(path=_API_TABLE + "/steps", body={**_STEP, "seat": "{own}", "step": "{wrong}", "moment": "{moment}"}),
        Visit(path=_API_TABLE + "/steps", body={**_STEP, "seat": "{own}", "step": "a1", "moment": 99}),
        Visit(path=_API_TABLE + "/steps", body={**_STEP, "seat": "{other}", "step": "B:snail", "moment": "{moment}"}),
        Visit(path=_API_TABLE + "/steps", body={**_STEP, "seat": "{other}", "step": "=A:snail"}),
        Visit(path=_API_TABLE + "/steps", body={**_STEP, "seat": "Z", "step": "a1"}),
    ],
    "POST /api/tables/{table_id:str}/acts": [
        *_acts(_API_TABLE + "/acts", "ask", "agree", "refuse", "settle", "odds", "bot", "rematch", seat="{other}"),
        *_acts(_API_TABLE + "/acts", "bot", "nonsense", seat="{own}"),
    ],
    "POST /api/tables/{table_id:str}/hint": [
        Visit(path=_API_TABLE + "/hint", body={**_STEP, "seat": seat, "stage": stage, "moment": moment})
        for seat, stage, moment in (("{other}", 1, "{moment}"), ("{other}", 3, "{moment}"), ("{own}", 3, 99))
    ],
    "POST /api/tables/{table_id:str}/seats": [
        Visit(path=_API_TABLE + "/seats", body={"seat": "{seat}", "invitation": "{secret}", "key": "{key}"})
    ],
    "GET /": [Visit(path="/", depth=Depth.GLANCE), Visit(path="/", language="cs"), Visit(path="/", packed=True)],
    "GET /api/tables": [
        Visit(path="/api/tables", depth=Depth.GLANCE),
        Visit(path="/api/tables?public=true", depth=Depth.GLANCE),
    ],
    "GET /api/designs": [Visit(path="/api/designs", depth=Depth.GLANCE)],
    "GET /settings": [Visit(path="/settings")],
    "GET /pads": [Visit(path="/pads")],
    "GET /puzzles": [Visit(path="/puzzles", depth=Depth.GLANCE), Visit(path="/puzzles", language="cs")],
    "GET /puzzles/next": [
        Visit(path="/puzzles/next?game=fishtank", depth=Depth.GLANCE),
        Visit(path="/puzzles/next?game=penguins&grade=9"),
        Visit(path="/puzzles/next?game=smallfry&grade=x"),
    ],
    "GET /puzzles/today": [
        Visit(path="/puzzles/today", depth=Depth.GLANCE),
        Visit(path="/puzzles/today?tried=a1&line=3"),
        Visit(path="/puzzles/today", method="HEAD"),
    ],
    "POST /puzzles/today": [
        Visit(path="/puzzles/today", form={"act": "give_up"}),
        Visit(path="/puzzles/today", form={"step": "nonsense"}),
    ],
    "GET /puzzles/run": [Visit(path="/puzzles/run", depth=Depth.GLANCE)],
    "POST /puzzles/run": [
        Visit(path="/puzzles/run", form={"step": "a1", "number": "0"}),
        Visit(path="/puzzles/run", form={"game": "nonsense"}),
    ],
    "GET /puzzles/{game_name:str}/{puzzle_id:str}": [
        Visit(path="/puzzles/fishtank/{puzzle}", depth=Depth.GLANCE),
        Visit(path="/puzzles/fishtank/{puzzle}?tried=flip&line=1"),
        Visit(path="/puzzles/penguins/{puzzle}"),
    ],
    "POST /puzzles/{game_name:str}/{puzzle_id:str}": [
        Visit(path="/puzzles/fishtank/{puzzle}", form={"act": "give_up"}),
        Visit(path="/puzzles/fishtank/{puzzle}", form={"step": "nonsense"}),
    ],
    "GET /pads/{pad_id:str}": [Visit(path="/pads/{pad}"), Visit(path="/pads/{pad}", method="HEAD")],
    "POST /pads/{pad_id:str}": [
        Visit(path="/pads/{pad}", form={"version": version, "act": "take A 1"}) for version in ("1", "2")
    ],
    "POST /settings/passes/{pass_id:str}": [Visit(path="/settings/passes/{pass}", form={})],
    "GET /recovery": [Visit(path=f"/recovery?link={_NO_PASS}")],
    "POST /recovery": [Visit(path="/recovery", form={"link": _NO_PASS})],
    "GET /health": [Visit(path="/health")],
    "GET /ready": [Visit(path="/ready")],
    "GET /metrics": [Visit(path="/metrics")],
    "GET /games/{name:str}": [
        Visit(path="/games/{game}", depth=Depth.FAREWELL),
        Visit(path="/games/fishtank?design={design}"),
        Visit(path="/games/fishtank?design={shared}"),
    ],
    "GET /rules/{name:str}": [Visit(path="/rules/{game}", depth=Depth.FAREWELL)],
    "GET /ladder": [Visit(path="/ladder", depth=Depth.FAREWELL)],
    "GET /api": [Visit(path="/api", depth=Depth.FAREWELL)],
    "GET /api/openapi.json": [Visit(path="/api/openapi.json", depth=Depth.FAREWELL)],
    "GET /api/{path:str}": [Visit(path="/api/nothing", depth=Depth.FAREWELL)],
    "GET /api/games": [Visit(path="/api/games", depth=Depth.FAREWELL)],
    "GET /api/problems": [Visit(path="/api/problems", depth=Depth.FAREWELL)],
    "GET /api/me": [Visit(path="/api/me")],
    "GET /api/me/data": [Visit(path="/api/me/data", depth=Depth.GLANCE)],
    "DELETE /api/me": [Visit(path="/api/me", depth=Depth.PARTING)],
    "GET /settings/delete": [Visit(path="/settings/delete")],
    "POST /settings/delete": [Visit(path="/settings/delete", form={}, depth=Depth.PARTING)],
    "POST /settings/elsewhere": [Visit(path="/settings/elsewhere", form={}, depth=Depth.PARTING)],
    "POST /settings/leave": [Visit(path="/settings/leave", form={"sure": "yes"}, depth=Depth.PARTING)],
    "POST /settings": [Visit(path="/settings", form={"theme": "dark"}, depth=Depth.FAREWELL)],
    "POST /settings/tokens": [Visit(path="/settings/tokens", form={"name": "another"}, depth=Depth.FAREWELL)],
    "POST /settings/link": [Visit(path="/settings/link", form={}, depth=Depth.FAREWELL)],
    "POST /tables": [
        Visit(path="/tables", form={"game": "{game}", "seat.0": "me", "seat.1": "friend"}, depth=Depth.FAREWELL),
        Visit(path="/tables", form={"game": "fishtank", "design": "{design}"}),
    ],
    "POST /api/tables": [
        Visit(
            path="/api/tables",
            body={"game": "{game}", "seats": [{"kind": "me"}, {"kind": "screen"}]},
            depth=Depth.FAREWELL,
        ),
        Visit(path="/api/tables", body={"game": "fishtank", "design": "{design}"}),
        Visit(path="/api/tables", body={"game": "fishtank", "design": "{shared}"}, depth=Depth.FAREWELL),
    ],
    "POST /records": [Visit(path="/records", file=_record(), depth=Depth.FAREWELL)],
    "POST /analysis": [Visit(path="/analysis", file=_record(), depth=Depth.FAREWELL)],
    "GET /analysis/{name:str}": [
        Visit(path="/analysis/{game}", depth=Depth.FAREWELL),
        Visit(path="/analysis/{game}?moves=x"),
    ],
    "POST /analysis/{name:str}": [
        Visit(path="/analysis/{game}", form={"do": "to 0"}, depth=Depth.FAREWELL),
        Visit(path="/analysis/{game}", form={"do": "play {wrong}"}),
    ],
    "POST /analysis/{name:str}/lines": [Visit(path="/analysis/{game}/lines", form={"moves": "x"})],
    "GET /games/{name:str}/designs": [
        Visit(path="/games/fishtank/designs"),
        Visit(path="/games/penguins/designs", depth=Depth.FAREWELL),
    ],
    "POST /games/{name:str}/designs": [
        Visit(path="/games/fishtank/designs", form={"design": "{design}"}),
        Visit(path="/games/fishtank/designs", form={"design": "{shared}"}, depth=Depth.FAREWELL),
        Visit(path="/games/fishtank/designs", form={"start": "house"}, depth=Depth.FAREWELL),
    ],
    "GET /games/{name:str}/designs/file": [Visit(path="/games/fishtank/designs/file", depth=Depth.FAREWELL)],
    "GET /designs/{design_id:str}": [Visit(path="/designs/{design}"), Visit(path="/designs/{design}", method="HEAD")],
    "POST /designs/{design_id:str}": [
        Visit(path="/designs/{design}", form={"version": version, "act": "undo"}) for version in ("1", "2")
    ],
    "GET /designs/{design_id:str}/finished": [Visit(path="/designs/{design}/finished")],
    "GET /designs/{design_id:str}/file": [Visit(path="/designs/{design}/file")],
    "POST /designs/{design_id:str}/sharing": [
        Visit(path="/designs/{design}/sharing", form={"share": share}) for share in ("new", "stop")
    ],
    "POST /designs/{design_id:str}/delete": [Visit(path="/designs/{design}/delete", form={})],
    "GET /shared/{secret:str}": [
        Visit(path="/shared/{shared}", depth=Depth.GLANCE),
        Visit(path="/shared/{shared}", method="HEAD"),
        Visit(path="/shared/{design}"),
    ],
    "GET /shared/{secret:str}/file": [
        Visit(path="/shared/{shared}/file", depth=Depth.GLANCE),
        Visit(path="/shared/{design}/file"),
    ],
    "POST /pads": [
        Visit(path="/pads", form={"game": "fishtank", "design": "{design}"}),
        Visit(path="/pads", form={"game": "{game}"}, depth=Depth.FAREWELL),
    ],
}


def unknown_addresses(found: set[str]) -> list[str]:
    """Those of the application's addresses that the attack would forget."""
    return sorted(found - VISITS.keys() - set(HARMLESS))


def filled(visit: Visit, things: Mapping[str, Sequence[str]]) -> Iterator[Visit]:
    """The visit with every choice of the things that it mentions."""
    written = msgspec.json.encode([visit.path, visit.form, visit.body]).decode()
    names = [name for name in things if f"{{{name}}}" in written]
    for chosen in product(*(things[name] for name in names)):
        there = dict(zip(names, chosen, strict=True))
        yield Visit(
            path=_fill(visit.path, there),
            form={name: _fill(value, there) for name, value in visit.form.items()} if visit.form is not None else None,
            body={name: _typed(value, there) for name, value in visit.body.items()} if visit.body is not None else None,
            file=visit.file,
            language=visit.language,
            packed=visit.packed,
            method=visit.method,
            depth=visit.depth,
        )


def _fill(text: str, there: Mapping[str, str]) -> str:
    for name, value in there.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def _typed(value: object, there: Mapping[str, str]) -> object:
    """A value of a JSON body; the moment is a number there."""
    if value == "{moment}":
        return int(there["moment"])
    return _fill(value, there) if isinstance(value, str) else value
