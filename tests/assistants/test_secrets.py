"""Nothing that an assistant can ask for tells more than its seat may know: two worlds, compared byte by byte."""

from collections.abc import Callable, Mapping, Sequence

import pytest
from bench.attack.histories import displayed_alike, known_alike, played, played_until, resumed, twin_of
from mcp import Client

from shoal.assistants.local_table import LocalTable
from shoal.assistants.server import make_server
from shoal.assistants.table_list import TableList
from shoal.core import Table

Options = Mapping[str, object]
EFFORT: Options = {"effort": "quick"}
STEPS = [
    "",
    "?",
    "flip",
    "c4",
    "a1-b2",
    "A:snail",
    "snail",
    "A:plant",
    "B:snail",
    "A:d4",
    "A:d4/d4*",
    "=A:snail",
    "x" * 300,
]
#: Everything that leaves the table as it is, and everything that has to be refused.
CALLS: list[tuple[str, Options]] = [
    ("tables", {}),
    ("view", {}),
    ("picture", {}),
    ("log", {}),
    ("wait", {"seconds": 1}),
    ("legal_steps", {"most": 1000}),
    ("legal_steps", {"beginning": "A:s"}),
    ("record", {}),
    ("review", EFFORT),
    ("nudge", EFFORT),
    ("hint", EFFORT),
]


async def everything(table: Table) -> list[str]:
    """All answers about a table to the assistant in seat A."""
    tables, seated = TableList(), LocalTable(table, 0, {})
    tables.add(seated)
    async with Client(make_server(tables=tables)) as client:
        legal = {str(step) for step in seated.displayed.legal}
        illegal = [step for step in STEPS if not legal & {step, f"A:{step}"}]
        assert len(illegal) >= 9
        calls = [*CALLS, *(("play", {"step": step}) for step in illegal), *CALLS[:4]]
        answers = []
        for tool, arguments in calls:
            named: Options = {} if tool == "tables" else {"table": seated.id}
            answers.append(str(await client.call_tool(tool, {**arguments, **named})))
        answers.append(str(await client.read_resource(f"shoal://tables/{seated.id}/picture.svg")))
        every = {tool.name for tool in (await client.list_tools()).tools}
        # Only these are about no table yet, or about none any more.
        assert every - {name for name, _ in calls} == {
            "games",
            "options",
            "rules",
            "new_table",
            "join_table",
            "close_table",
        }
    assert not any(table.record(with_seed=True).fair.seed in answer for answer in answers)  # type: ignore[union-attr, operator]
    return [answer.replace(seated.id, "TABLE").replace(table.commitment, "COMMITMENT") for answer in answers]


def another_hand() -> list[Table]:
    """Fish Tank: a card that another seat was dealt."""
    options = {"players": 3}
    moves = played("fishtank", options, 4, 0)
    return twins("fishtank", options, moves, twin_of("fishtank", options, moves, known_alike([0])))


def another_choice() -> list[Table]:
    """Fish Tank: what another seat has chosen while seat A has not."""
    tables = [resumed("fishtank", {"players": 2}, played("fishtank", {"players": 2}, 5, 3)) for _ in range(2)]
    for table, number in zip(tables, (0, -1), strict=True):
        table.submit(1, table.state.legal(1)[number])
    return tables


def another_catch() -> list[Table]:
    """Small Fry with a closed memory: a card that was seen once, but is not displayed any more."""
    options = {"players": 2, "memory": "closed"}

    def in_the_midst(table: Table) -> bool:
        return table.length >= 24 and table.state.to_act == (0,)

    for seed in range(100):
        moves = played_until("smallfry", options, seed, in_the_midst)
        twin = twin_of("smallfry", options, moves, displayed_alike([0]))
        if twin is not None:
            return twins("smallfry", options, moves, twin)
    raise AssertionError("no other catches look the same")


def another_deck() -> list[Table]:
    """Small Fry: what chance has still to do."""
    moves = played_until("smallfry", {"players": 2}, 1, lambda table: table.length > 20 and table.state.to_act == (0,))
    return twins("smallfry", {"players": 2}, moves, moves)


def another_seed() -> list[Table]:
    """Penguins: the seed of the deal, which has nothing more to say."""
    moves = played("penguins", {"players": 2}, 3, 12)
    return twins("penguins", {"players": 2}, moves, moves)


def twins(game: str, options: Options, moves: Sequence[str], others: Sequence[str] | None) -> list[Table]:
    """Two tables, each with a seed of its own."""
    assert others is not None, "nothing else looks the same"
    return [resumed(game, options, moves), resumed(game, options, others)]


@pytest.mark.anyio
@pytest.mark.parametrize("worlds", [another_hand, another_choice, another_catch, another_deck, another_seed])
async def test_answers_are_the_same_whatever_is_hidden(worlds: Callable[[], list[Table]]) -> None:
    one, other = worlds()
    assert one.state != other.state or one.commitment != other.commitment
    told, told_other = await everything(one), await everything(other)
    assert len(told) == len(told_other) > len(CALLS) + 9
    for answer, answer_other in zip(told, told_other, strict=True):
        assert answer == answer_other


@pytest.mark.anyio
async def test_the_comparison_notices_what_is_not_hidden() -> None:
    """Seat A sees its own hand: two worlds that differ in it must not look the same."""
    options = {"players": 3}
    moves = played("fishtank", options, 4, 0)
    one, other = twins("fishtank", options, moves, twin_of("fishtank", options, moves, known_alike([1, 2])))
    assert await everything(one) != await everything(other)
