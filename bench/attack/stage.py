"""A table in a world with everybody around it: its players, a spectator, somebody invited, nobody, and a program."""

import asyncio
import contextlib
import random
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Final

import msgspec
from bench.attack.addresses import VISITS, Depth, Visit, filled
from bench.attack.people import Client, Told
from bench.attack.world import World

from shoal.core import Table, parse_seat, seat_name

__all__ = ["Stage", "stage_in"]

#: Steps of all games; those that are possible are left out.
_WRONG: Final = ("", "flip", "a1", "a1-b2", "B:snail", "C:tetra", "A:d4", "A:plant", "=A:snail", "x" * 150)
#: How many of the latest steps are looked back at for the last time.
_LATEST: Final = 6
_LINK: Final = re.compile(r'(?:href|src|action)="([^"#]*)"')


class Stage:
    """Whatever is done here is done in both worlds alike, but for what depends on `twin`."""

    def __init__(self, world: World, *, twin: bool, blind: Sequence[str]) -> None:
        #: Which of the two worlds this is.
        self.twin = twin
        self.world = world
        self.table_id = ""
        self.players: dict[str, Client] = {}
        self.others: dict[str, Client] = {}
        #: Names of things that are another person's, or of none.
        self.things: dict[str, str] = dict.fromkeys(("pad", "pass", "design", "shared", "puzzle"), "xxxxxxxxxxxx")
        self._blind = blind
        self._game = ""

    async def set_up(
        self,
        game: str,
        options: Mapping[str, object],
        *,
        public: bool = False,
        seed: str = "",
        opening: Sequence[str] = (),
        settings: Mapping[str, object] | None = None,
        exists: bool = True,
    ) -> None:
        """Have everybody arrive, and set up the table; unless it `exists`, they only talk about one."""
        self._game = game
        players = options["players"]
        assert isinstance(players, int)
        for number in range(players):
            client = Client(self.world, number, seat_name(number), seat=seat_name(number))
            await client.arrive()
            self.players[client.name] = client
        people = [(client.person, client.name) for client in self.players.values()]
        self.table_id = self.world.table_id("table")
        if exists:
            await self.world.table(
                game, options, people, name="table", seed=seed, opening=opening, settings=settings, public=public
            )
        await self._have_others_arrive()
        await self.listen()

    async def _have_others_arrive(self) -> None:
        invitation = self.world.tables.invitations.secret_of(self.table_id)
        first = self.players["A"]
        self.others = {
            "spectator": Client(self.world, 1, "spectator"),
            "invited": Client(self.world, 2, "invited", secret=invitation),
            "nobody": Client(self.world, 3, "nobody"),
        }
        for client in self.others.values():
            await client.arrive(known=client.name != "nobody")
        token = await first.make_token()
        self.others["A-program"] = Client(self.world, 1, "A-program", token=token, seat="A")

    @property
    def everybody(self) -> dict[str, Client]:
        return {**self.players, **self.others}

    @property
    def blind(self) -> list[Client]:
        """Those who must not notice in which world they are."""
        return [client for name, client in self.everybody.items() if name in self._blind]

    def told(self) -> dict[str, list[Told]]:
        """All that the blind were told."""
        told = {client.name: client.told for client in self.blind}
        feeds = {f"{client.name} at {path}": heard for client in self.blind for path, heard in client.heard.items()}
        return {**told, **feeds}

    async def listen(self) -> None:
        """Everybody listens to the feeds from now on."""
        for client in self.blind:
            for prefix in ("/api", "") if not client.is_program else ("/api",):
                await client.listen(f"{prefix}/tables/{self.table_id}/feed?invited={client.secret or '0' * 32}")
                await self.world.settle()
        await self.later()

    async def leave(self) -> None:
        """Close all feeds."""
        for client in self.everybody.values():
            client.ignore_feeds()
        for client in self.everybody.values():
            await client.leave()

    async def later(self) -> None:
        """Let time pass, whether something happened or not."""
        await self.world.settle()
        self.world.fate.pass_time()

    async def restart(self) -> None:
        """Restart the servers, so that everything they know is read from the database."""
        await self.leave()
        await self.world.stop()
        await self.world.start()
        await self.later()
        await self.listen()

    async def table(self) -> Table:
        """The game as it is, secrets included: for those who choose steps, not for those who look."""
        return (await self.world.snapshot(self.table_id)).table

    async def legal(self, seat: str) -> list[str]:
        """The steps that a seat may take, in their order."""
        table = await self.table()
        return [str(step) for step in table.state.legal(parse_seat(seat, len(table.seats)))]

    async def step(self, seat: str, step: str) -> None:
        """Have a seat take a step."""
        client = self.players[seat]
        seen = await client.ask("GET", f"/api/tables/{self.table_id}")
        moment = msgspec.json.decode(seen.body)["moment"]
        body = {"seat": seat, "step": step, "moment": moment, "key": client.new_key()}
        answer = await client.ask("POST", f"/api/tables/{self.table_id}/steps", body=body)
        assert answer.status == 200, (seat, step, answer.text)
        await self.later()

    async def act(self, seat: str, kind: str) -> None:
        """Have a seat ask for something, or agree to it."""
        client = self.players[seat]
        body = {"kind": kind, "seat": seat, "key": client.new_key()}
        answer = await client.ask("POST", f"/api/tables/{self.table_id}/acts", body=body)
        assert answer.status == 200, (seat, kind, answer.text)
        await self.later()

    async def take_hint(self, seat: str, stage: int) -> dict[str, Any]:
        """Have a seat take a hint; return what it is told."""
        client = self.players[seat]
        seen = await client.ask("GET", f"/api/tables/{self.table_id}?seat={seat}")
        moment = msgspec.json.decode(seen.body)["moment"]
        body = {"seat": seat, "stage": stage, "moment": moment, "key": client.new_key()}
        answer = await client.ask("POST", f"/api/tables/{self.table_id}/hint", body=body)
        assert answer.status == 200, (seat, answer.text)
        await self.later()
        hint: dict[str, Any] = msgspec.json.decode(answer.body)["hint"]
        assert hint["status"] == "found", hint
        return hint

    async def play(self, rng: random.Random, rounds: int) -> None:
        """Have everybody who is to act take any step, so many times."""
        for _ in range(rounds):
            table = await self.table()
            for seat in table.state.to_act:
                await self.step(seat_name(seat), str(rng.choice(list(table.state.legal(seat)))))

    async def look(self, depth: Depth) -> None:
        """All the blind look, and ask for everything that they may not have."""
        for client in self.blind:
            begin = len(client.told)
            seen = await self._visit_all(client, range(depth + 1))
            if depth > Depth.GLANCE and not client.is_program:
                await self._follow_links(client, client.told[begin:], seen)
        if depth is Depth.FAREWELL:
            for client in self.blind:
                await self._visit_all(client, [Depth.PARTING])
                await self._visit_all(client, [Depth.GLANCE])
        await self.later()

    async def _visit_all(self, client: Client, depths: Sequence[int]) -> set[str]:
        """Make all visits of these depths; return their paths."""
        seen: set[str] = set()
        things = await self._things(client, max(depths))
        for address, visits in VISITS.items():
            method, _, path = address.partition(" ")
            if method == "FEED" or (client.is_program and not path.startswith("/api")):
                continue
            for visit in visits:
                if visit.depth in depths:
                    await self._visit(client, method, visit, things, seen)
        return seen

    async def _visit(
        self, client: Client, method: str, visit: Visit, things: Mapping[str, Sequence[str]], seen: set[str]
    ) -> None:
        for each in filled(visit, things):
            key = client.new_key()
            form = {**each.form, "key": key} if each.form is not None and "key" in each.form else each.form
            body = {**each.body, "key": key} if each.body is not None and "key" in each.body else each.body
            seen.add(each.path)
            await client.ask(
                each.method or method,
                each.path,
                form=form,
                body=body,
                file=each.file,
                language=each.language,
                packed=each.packed,
            )

    async def _follow_links(self, client: Client, told: Sequence[Told], seen: set[str]) -> None:
        """Go wherever the pages lead: to new addresses, to tables and pads that were just made."""
        links = {link.replace("&amp;", "&") for each in told for link in _LINK.findall(each.content)}
        for path in sorted(links - seen):
            if path.startswith("/") and not path.startswith("/static"):
                await client.ask("GET", path)

    async def _things(self, client: Client, depth: int) -> dict[str, list[str]]:
        """What the words in braces stand for, for somebody who knows no more than they are told."""
        answer = await client.ask("GET", f"/api/tables/{self.table_id}?invited={client.secret}")
        nothing: dict[str, Any] = {"moment": 0, "log": [], "steps": []}
        seen = msgspec.json.decode(answer.body) if answer.status == 200 else nothing
        letters = list(self.players)
        length = len(seen["log"])
        legal = {step["step"] for step in seen["steps"]}
        latest = range(max(0, length - (_LATEST if depth == Depth.FAREWELL else 1)), length + 1)
        return {
            "table": [self.table_id],
            "game": [self._game],
            "secret": [client.secret or "0" * 32],
            "seat": letters,
            "other": [letter for letter in letters if letter != client.seat],
            "own": [client.seat] if client.seat else [],
            "moment": [str(seen["moment"])],
            "half": [str(length // 2)],
            "length": [str(length)],
            "number": [str(number) for number in sorted({0, 1, length // 2, *latest, 10**8})],
            "wrong": [step for step in _WRONG if step not in legal],
            **{name: [thing] for name, thing in self.things.items()},
        }


@contextlib.asynccontextmanager
async def stage_in(world: World, *, twin: bool, blind: Sequence[str]) -> AsyncIterator[Stage]:
    """A stage, whose feeds are closed at the end."""
    stage = Stage(world, twin=twin, blind=blind)
    try:
        yield stage
    finally:
        await asyncio.shield(stage.leave())
