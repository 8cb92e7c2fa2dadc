"""What is hidden at a server, and scripts in which two worlds differ in nothing else.

Each script is run once in each world. Where `stage.twin` is true, the hidden thing is another one; those who are
`blind` must not be able to tell, whatever they look at.
"""

import random
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Final

import msgspec
from bench.attack.addresses import Depth
from bench.attack.coaches import first_step, last_step
from bench.attack.histories import displayed_alike, known_alike, played, played_until, resumed, twin_of
from bench.attack.stage import Stage
from msgspec.structs import replace

from shoal.coach.puzzles import puzzles_of
from shoal.core import Table, find_game, seat_name
from shoal.core.options import Choice
from shoal.store import AccessTokenRow, DesignRow, PadRow

__all__ = ["Script", "scripts", "short_scripts"]

_ALL: Final = ("A", "B", "C", "D", "E", "F", "spectator", "invited", "nobody", "A-program")
_CLOCK: Final = {"clock": {"kind": "fischer", "seconds": 86_400, "increment": 60, "late": "bot"}}
#: How often everybody acts in one half of Fish Tank: eight times they choose a card and place it.
_HALF: Final = 16
#: Three turns of each player, of which only the cards at the `%s` differ: what C has and what was discarded, and how
#: many cards C had when B tried to rob them. With a closed memory, none of it is shown once the next turn has begun.
_FORGOTTEN: Final = """
    flip =eel1 flip =ray2 stop
    flip =octopus leave
    flip =%s stop
    flip =%s flip =%s
    flip =octopus leave
    flip =boxfish1 flip =clownfish1 flip =sunfish1 flip =%s
    flip =eel2 stop
    flip =octopus rob C1 =roll -1
    flip =hammerhead1 flip =swordfish2 flip =ray1 flip =%s
    flip
"""
Options = Mapping[str, object]


class Script(msgspec.Struct, frozen=True, kw_only=True):
    """One hidden thing, and how to make the worlds that differ in it."""

    game: str
    name: str
    #: Who knows the hidden thing, so may tell the worlds apart.
    knows: tuple[str, ...] = ()
    play: Callable[[Stage], Awaitable[None]]

    @property
    def blind(self) -> tuple[str, ...]:
        return tuple(name for name in _ALL if name not in self.knows)


def short_scripts(game: str) -> Iterator[Script]:
    """The scripts that run with the tests."""
    if game == "fishtank":
        yield _sealed({"players": 3}, 0, rounds=2, public=False)
        yield _replaced({"players": 3}, 1, before_end=4, hidden=("B",), public=True)
        yield _replaced({"players": 2}, 2, before_end=3, hidden=("B",), public=False)
        yield _replaced_and_undone({"players": 3}, 3, rounds=2)
        yield _other_hands({"players": 3}, 4, rounds=0)
        yield _sheet_in_work({"players": 2})
        yield _what_a_hint_says("fishtank", {"players": 3}, 5)
    elif game == "smallfry":
        yield _other_catches({"players": 2}, 0)
        yield _forgotten("=clownfish4")
        yield _forgotten("=octopus")
        yield _other_seed("smallfry", {"players": 2, "memory": "open"}, 1)
        yield _who_agrees("smallfry", {"players": 3}, "odds", 2)
    else:
        yield _other_seed(game, {"players": 2}, 0)
        yield _who_agrees(game, {"players": 3}, "agree", 1)
        yield _things_of_another(game, {"players": 2}, 2)
        yield _private_table(game, {"players": 2})
        yield _what_a_hint_says(game, {"players": 2}, 3)


def scripts(game: str, seed: int) -> Iterator[Script]:
    """Scripts for a game, with other numbers of players, options and steps for each seed."""
    rng = random.Random(seed)
    options = _some_options(game, rng)
    public = rng.random() < 0.5
    if game == "fishtank":
        yield _sealed(options, seed, rounds=rng.randrange(2 * _HALF), public=public)
        hidden = ("B",) if options["players"] == 2 else rng.choice((("B",), ("B", "C")))
        yield _replaced(options, seed, before_end=rng.randrange(1, _HALF), hidden=hidden, public=public)
        yield _replaced_and_undone({"players": 3}, seed, rounds=rng.randrange(2 * _HALF))
        yield _other_hands(options, seed, rounds=rng.choice((0, _HALF)))
        yield _sheet_in_work(options)
    if game == "smallfry":
        yield _other_catches({**options, "memory": "closed"}, seed)
    yield _other_seed(game, options, seed)
    yield _who_agrees(game, {**options, "players": 3}, "odds", seed)
    if game == "penguins":
        yield _who_agrees(game, {**options, "players": 3}, "agree", seed)
        yield _who_agrees(game, {**options, "players": 3}, "settle", seed)
    yield _things_of_another(game, options, seed)
    yield _what_a_hint_says(game, options, seed)
    yield _private_table(game, options)


def _some_options(game: str, rng: random.Random) -> dict[str, object]:
    """A number of players, and a value for each option that is a choice."""
    found = find_game(game)
    choices = {field.name: rng.choice(list(field.choices)) for field in found.fields if isinstance(field, Choice)}
    return {"players": rng.choice(found.seat_counts), **choices}


def _script(game: str, options: Options, what: str, play: Callable[[Stage], Awaitable[None]], *knows: str) -> Script:
    told = ", ".join(f"{name} {value}" for name, value in options.items())
    return Script(game=game, name=f"{what} ({told})", knows=knows, play=play)


def _sealed(options: Options, seed: int, *, rounds: int, public: bool) -> Script:
    """What a seat has chosen, until all have."""
    opening = played("fishtank", options, seed, rounds)

    async def play(stage: Stage) -> None:
        await stage.set_up("fishtank", options, opening=opening, public=public)
        await stage.look(Depth.GLANCE)
        legal = await stage.legal("B")
        await stage.step("B", legal[-1] if stage.twin else legal[0])
        await stage.look(Depth.LOOK)
        for seat in list(stage.players)[2:]:
            await stage.step(seat, (await stage.legal(seat))[0])
        await stage.restart()
        await stage.look(Depth.FAREWELL)

    return _script("fishtank", options, f"a sealed choice after {rounds} rounds", play, "B")


def _replaced(options: Options, seed: int, *, before_end: int, hidden: Sequence[str], public: bool) -> Script:
    """Which choices a seat has replaced, and how often, for ever."""
    opening = played("fishtank", options, seed, -before_end)

    async def play(stage: Stage) -> None:
        rng = random.Random(seed)
        await stage.set_up("fishtank", options, opening=opening, public=public, settings=_CLOCK)
        # Who acts when: those who are hidden choose three times, or once and then have it rest.
        order = [seat for seat in list(stage.players)[1:] for _ in range(3 if seat in hidden else 1)]
        rng.shuffle(order)
        last = {seat: rng.choice(await stage.legal(seat)) for seat in stage.players}
        for number, seat in enumerate(order):
            others = [step for step in await stage.legal(seat) if step != last[seat]] or [last[seat]]
            replaced = stage.twin and seat in order[number + 1 :]
            if stage.twin or seat not in order[:number]:
                await stage.step(seat, others[number % len(others)] if replaced else last[seat])
            else:
                await stage.later()
            if number == len(order) // 2:
                await stage.look(Depth.GLANCE)
        await stage.look(Depth.LOOK)
        await stage.step("A", last["A"])
        await stage.look(Depth.GLANCE)
        await stage.play(rng, 2 * _HALF)
        await stage.look(Depth.GLANCE)
        await stage.restart()
        await stage.look(Depth.FAREWELL)

    return _script("fishtank", options, f"replaced choices {before_end} rounds before the end", play, *hidden)


def _replaced_and_undone(options: Options, seed: int, *, rounds: int) -> Script:
    """Which choices were replaced, where another seat takes back its own that it made in between."""
    opening = played("fishtank", options, seed, rounds)

    async def play(stage: Stage) -> None:
        await stage.set_up("fishtank", options, opening=opening, public=True)
        legal = await stage.legal("B")
        await stage.step("B", legal[-1] if stage.twin else legal[0])
        await stage.step("A", (await stage.legal("A"))[0])
        if stage.twin:
            await stage.step("B", legal[0])
        else:
            await stage.later()
        await stage.act("A", "ask")
        await stage.act("B", "agree")
        await stage.act("C", "agree")
        await stage.look(Depth.GLANCE)
        await stage.play(random.Random(seed), 1)
        await stage.look(Depth.LOOK)

    return _script("fishtank", options, f"a replaced choice beside one taken back, after {rounds} rounds", play, "B")


def _other_hands(options: Options, seed: int, *, rounds: int) -> Script:
    """A card in a hand that only its owner has seen."""
    opening = played("fishtank", options, seed, rounds)
    players = _players(options)
    twin = twin_of("fishtank", options, opening, known_alike([None, *(seat for seat in range(players) if seat != 1)]))

    async def play(stage: Stage) -> None:
        assert twin is not None, "no other hand looks the same"
        await stage.set_up("fishtank", options, opening=twin if stage.twin else opening, public=True)
        await stage.look(Depth.LOOK)
        await stage.step("A", (await stage.legal("A"))[0])
        await stage.restart()
        await stage.look(Depth.GLANCE)

    return _script("fishtank", options, f"a card in a hand after {rounds} rounds", play, "B")


def _players(options: Options) -> int:
    players = options["players"]
    assert isinstance(players, int)
    return players


def _other_catches(options: Options, seed: int) -> Script:
    """What was seen in the open once, but the table no longer displays."""
    viewers = [None, *(seat for seat in range(_players(options)) if seat != 1)]

    def in_the_midst(table: Table) -> bool:
        return table.length >= 24 and table.state.to_act == (0,)

    found: list[list[str]] = []
    for number in range(seed * 100, seed * 100 + 100):
        moves = played_until("smallfry", options, number, in_the_midst)
        twin = twin_of("smallfry", options, moves, displayed_alike(viewers))
        if twin is not None:
            found = [moves, twin]
            break

    async def play(stage: Stage) -> None:
        assert found, "no other catches look the same"
        await stage.set_up("smallfry", options, opening=found[stage.twin], public=True)
        await stage.look(Depth.LOOK)
        await stage.restart()
        await stage.look(Depth.GLANCE)

    return _script("smallfry", options, "a card in a catch", play, "B")


def _forgotten(card: str) -> Script:
    """What C has, and what was discarded, in earlier turns of a match with a closed memory."""
    one = "sunfish3 lionfish1 lionfish2 boxfish2 ray3"
    other = "swordfish4 pufferfish1 pufferfish3 sunfish2 hammerhead2"

    async def play(stage: Stage) -> None:
        opening = re.findall(r"rob \w+|=roll -?\d|\S+", _FORGOTTEN % tuple((other if stage.twin else one).split()))
        await stage.set_up("smallfry", {"players": 3}, opening=[*opening, card], public=True)
        await stage.look(Depth.LOOK)
        await stage.restart()
        await stage.look(Depth.GLANCE)

    return _script("smallfry", {"players": 3}, f"what was forgotten at {card}", play, "C")


def _other_seed(game: str, options: Options, seed: int) -> Script:
    """What chance has still to do."""
    opening = played(game, options, seed, 12)

    async def play(stage: Stage) -> None:
        await stage.set_up(game, options, opening=opening, seed="other" if stage.twin else "one", public=True)
        await stage.look(Depth.LOOK)
        for seat in stage.players:
            await stage.act(seat, "odds")
        await stage.look(Depth.GLANCE)

    return _script(game, options, "what chance has still to do", play)


def _who_agrees(game: str, options: Options, kind: str, seed: int) -> Script:
    """That somebody agreed may show, but not who: others could press those who did not."""
    opening = _where_all_may_settle(game, options, seed) if kind == "settle" else played(game, options, seed, 10)

    async def play(stage: Stage) -> None:
        await stage.set_up(game, options, opening=opening, public=seed % 2 == 0)
        if kind == "agree":
            seat = seat_name((await stage.table()).state.to_act[0])
            await stage.step(seat, (await stage.legal(seat))[0])
            await stage.act(seat, "ask")
        await stage.act("C" if stage.twin else "B", kind)
        await stage.look(Depth.LOOK)

    return _script(game, options, f"who has said {kind}", play, "B", "C")


def _where_all_may_settle(game: str, options: Options, seed: int) -> list[str]:
    """A game that may be finished by agreement while everybody is still in it, so that no single one decides that."""
    players = _players(options)

    def reached(table: Table) -> bool:
        return table.finish_offered() and len(table.game.remaining(table.state)) == players

    for number in range(seed * 100, seed * 100 + 100):
        moves = played_until(game, options, number, reached)
        if reached(resumed(game, options, moves)):
            return moves
    raise LookupError("no game is left open")


def _things_of_another(game: str, options: Options, seed: int) -> Script:
    """Settings, tokens, pads, decks, a recovery link, tables with others, answers to puzzles."""
    opening = played(game, options, seed, 4)

    async def play(stage: Stage) -> None:
        await stage.set_up(game, options, opening=opening, public=True)
        store, owner = stage.world.tables.store, stage.players["B"]
        stage.things |= {"pad": "pad-of-B-xxx", "pass": "pass-of-B-xx", "design": "deck-of-B-xx"}
        puzzle = puzzles_of(find_game("fishtank"))[0]
        stage.things["puzzle"] = puzzle.id
        if stage.twin:
            assert await store.create_design(_design(stage.things["design"], owner.person, 0, "secret deck"), 20)
            await store.create_pad(PadRow(stage.things["pad"], owner.person, "penguins", _blank_pad(), 1, 0))
            token = AccessTokenRow(stage.things["pass"], owner.person, "token", "secret bot", "0" * 64, 0)
            assert await store.create_access_token(token, 20)
            settings = {"language": "fr", "theme": "dark", "confirm": "yes", "sound": "yes"}
            await owner.ask("POST", "/settings", form=settings)
            await owner.ask("POST", "/settings/link", form={})
            await owner.ask("POST", "/tables", form={"game": game, "seat.0": "me", "seat.1": "friend"})
            for form in ({"step": puzzle.others[0].step}, {"act": "give_up"}):
                await owner.ask("POST", f"/puzzles/fishtank/{puzzle.id}", form=form)
            await owner.ask("POST", "/puzzles/run", form={"game": ""})
        await stage.later()
        await stage.look(Depth.FAREWELL)

    return _script(game, options, "what another person has besides", play, "B")


def _what_a_hint_says(game: str, options: Options, seed: int) -> Script:
    """What the coach said to a seat: that it took a hint, and how far it went with it, is for everybody to know."""
    opening = played_until(game, options, seed, lambda table: table.length > 8 and _has_choice(table))

    async def play(stage: Stage) -> None:
        stage.world.find_hint = first_step if stage.twin else last_step
        await stage.set_up(game, options, opening=opening, public=True, settings={"hints": True})
        seat = seat_name((await stage.table()).state.to_act[-1])
        legal = await stage.legal(seat)
        for number in (1, 2, 3):
            told = await stage.take_hint(seat, number)
            assert number == 1 or told["step"] == legal[0 if stage.twin else -1], told
            await stage.look(Depth.LOOK if number == 3 else Depth.GLANCE)
        await stage.restart()
        await stage.players[seat].ask("GET", f"/tables/{stage.table_id}")
        await stage.look(Depth.GLANCE)

    knows = seat_name(resumed(game, options, opening).state.to_act[-1])
    # The program is A's, and knows what A knows.
    return _script(game, options, "what a hint says", play, knows, *(["A-program"] if knows == "A" else []))


def _has_choice(table: Table) -> bool:
    """Whether the last seat that is to act can do one thing or another."""
    return bool(table.state.to_act) and len(table.state.legal(table.state.to_act[-1])) > 1


def _blank_pad() -> bytes:
    page = find_game("penguins").page()
    assert page is not None
    assert page.pad is not None
    return page.pad.blank()


def _sheet_in_work(options: Options) -> Script:
    """What the owner of a shared deck is working on: who has the link sees it as it was when it was last complete."""

    async def play(stage: Stage) -> None:
        await stage.set_up("fishtank", options, public=True)
        owner = stage.players["B"].person
        stage.things |= {"design": "deck-of-B-xx", "shared": "link-of-Bs-deck-xxxxxx"}
        design = _design(stage.things["design"], owner, -1 if stage.twin else 0, "new" if stage.twin else "old")
        assert await stage.world.tables.store.create_design(replace(design, shared=stage.things["shared"]), 20)
        await stage.later()
        await stage.look(Depth.FAREWELL)

    return _script("fishtank", options, "the sheet of a shared deck", play, "B")


def _design(design_id: str, person: str, start: int, title: str) -> DesignRow:
    """A design with one of the beginnings on its sheet; its text is that of the first one."""
    page = find_game("fishtank").page()
    assert page is not None
    assert page.editor is not None
    sheets = [page.editor.start(name) for name in page.editor.starts()]
    assert sheets[0] != sheets[start] or start == 0
    return DesignRow(design_id, person, "fishtank", title, sheets[start], page.editor.text(sheets[0]), 2, 0, 0)


def _private_table(game: str, options: Options) -> Script:
    """Whether there is a table: one by invitation, and one that is not there, answer the same."""

    async def play(stage: Stage) -> None:
        await stage.set_up(game, options, exists=stage.twin)
        await stage.look(Depth.FAREWELL)

    return _script(game, options, "whether there is a table", play, *_ALL[:6], "invited", "A-program")
