"""What an assistant may ask for beside playing, and how it is refused."""

import re
from pathlib import Path

import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_types import ImageContent, TextResourceContents

from shoal.assistants.local_table import LocalTable
from shoal.assistants.server import make_server
from shoal.assistants.table_list import MOST_TABLES, TableList
from shoal.core import Refusal, Table, find_game
from tests.assistants.asking import ask, refusal

ROOT = Path(__file__).parents[2]
PENGUINS = find_game("penguins")


def nearly_over() -> LocalTable:
    """A game of penguins whose last steps are seat A's, after B has gone."""
    table = Table(PENGUINS, {}, seed="5a" * 32)
    while not table.over:
        before = table.fork()
        seat = table.state.to_act[0]
        table.submit(seat, table.view(seat).legal[0])
    return LocalTable(before, before.state.to_act[0], {})


@pytest.mark.anyio
async def test_every_tool_says_what_it_does_and_takes() -> None:
    async with Client(make_server()) as client:
        tools = (await client.list_tools()).tools
        assert len(tools) == 17
        for tool in tools:
            assert tool.description, tool.name
            for name, schema in tool.input_schema.get("properties", {}).items():
                assert schema.get("description"), (tool.name, name)
        assert client.instructions
        manual = (ROOT / "docs" / "assistants.md").read_text(encoding="utf-8")
        rows = "".join(re.findall(r"^\| (`.+?`) \| .*", manual, flags=re.MULTILINE))
        assert set(re.findall(r"`(\w+)`", rows)) == {tool.name for tool in tools}


@pytest.mark.anyio
async def test_a_table_is_drawn_in_text_and_in_pixels() -> None:
    async with Client(make_server()) as client:
        start = await client.call_tool("new_table", {"game": "penguins", "opponents": ["random"]})
        assert start.content[0].type == "text"
        assert "╱ a1 ╲" in start.content[0].text
        assert start.structured_content is not None
        table = start.structured_content["table"]
        [image] = (await client.call_tool("picture", {"table": table})).content
        assert isinstance(image, ImageContent)
        assert image.mime_type == "image/png"
        [svg] = (await client.read_resource(f"shoal://tables/{table}/picture.svg")).contents
        assert isinstance(svg, TextResourceContents)
        assert svg.text.startswith("<svg")
        [rules] = (await client.read_resource("shoal://games/penguins/rules.md")).contents
        assert isinstance(rules, TextResourceContents)
        assert rules.text == await ask(client, "rules", game="penguins")


@pytest.mark.anyio
async def test_the_coach_gives_hints_that_count_and_reviews_with_progress() -> None:
    tables, seated = TableList(), nearly_over()
    tables.add(seated)
    async with Client(make_server(tables=tables)) as client:
        assert await ask(client, "nudge", table=seated.id, effort="quick")
        hint = await ask(client, "hint", table=seated.id, effort="quick")
        legal = await ask(client, "legal_steps", table=seated.id, beginning=hint["step"])
        assert hint["step"] in [step["step"] for step in legal["steps"]]
        assert (await ask(client, "view", table=seated.id))["hints_taken"] == 1
        assert "is not over" in await refusal(client, "review", table=seated.id)
        assert (await ask(client, "play", table=seated.id, step=hint["step"]))["over"]
        assert "there is nothing to choose" in await refusal(client, "hint", table=seated.id)
        reached: list[tuple[float, float | None]] = []

        async def note(progress: float, total: float | None, message: str | None) -> None:
            reached.append((progress, total))

        answer = await client.call_tool("review", {"table": seated.id}, progress_callback=note)
        assert answer.structured_content is not None
        review = answer.structured_content
        assert [seat["seat"] for seat in review["seats"]] == ["A", "B"]
        for seat in review["seats"]:
            parts = ("own_steps", "others_steps", "chance", "sealed_choices", "unforeseen")
            assert seat["start"] + sum(seat[part] for part in parts) == pytest.approx(seat["end"])
        assert len(review["your_steps"]) > 5
        assert reached
        assert reached[-1][0] == reached[-1][1]


@pytest.mark.anyio
async def test_refusals_say_what_was_wrong() -> None:
    async with Client(make_server()) as client:
        assert "no game" in await refusal(client, "new_table", game="go")
        assert "option 'players'" in await refusal(client, "new_table", game="penguins", options={"players": 9})
        assert "only when the command line names it" in await refusal(
            client, "new_table", game="penguins", opponents=["pipe:cat"]
        )
        assert "expected 1 or 2" in await refusal(
            client, "new_table", game="penguins", options={"players": 3}, opponents=["random"] * 3
        )
        assert "a seat from A to B" in await refusal(client, "new_table", game="penguins", seat="C")
        assert "there is no table 'x'" in await refusal(client, "view", table="x")
        assert "there is no language" in await refusal(client, "rules", game="penguins", language="xx")
        start = await ask(client, "new_table", game="penguins", opponents=["random"])
        table = start["table"]
        assert "expected" in await refusal(client, "play", table=table, step="nonsense")
        assert await ask(client, "view", table=table) == start
        assert "would tell what is hidden" in await refusal(client, "record", table=table)
        assert await ask(client, "close_table", table=table) == table
        assert "there is no table" in await refusal(client, "play", table=table, step="c4")
        with pytest.raises(MCPError, match="there is no table"):
            await client.read_resource(f"shoal://tables/{table}/picture.svg")


@pytest.mark.anyio
async def test_a_server_speaks_the_language_it_was_started_in() -> None:
    async with Client(make_server("fr")) as client:
        assert "il n'y a pas de table" in await refusal(client, "view", table="x")
        assert (await ask(client, "rules", game="penguins")) != (
            await ask(client, "rules", game="penguins", language="en")
        )


def test_a_game_in_progress_is_never_pushed_out() -> None:
    tables, last = TableList(), nearly_over()
    tables.add(last)
    for _ in range(MOST_TABLES - 1):
        tables.add(LocalTable(Table(PENGUINS, {}), 0, {}))
    with pytest.raises(Refusal, match="close one first"):
        tables.add(LocalTable(Table(PENGUINS, {}), 0, {}))
    last.play(str(last.displayed.legal[0]), lambda _: None)
    newest = LocalTable(Table(PENGUINS, {}), 0, {})
    tables.add(newest)
    assert newest in tables.all()
    with pytest.raises(Refusal):
        tables.find(last.id)


def test_a_step_may_leave_out_the_letter_of_its_seat() -> None:
    table = LocalTable.against_bots(find_game("fishtank"), {"players": 2}, "A", ["random"])
    table.let_bots_act(lambda _: None)
    first = str(table.displayed.legal[0])
    assert first.startswith("A:")
    table.play(first.removeprefix("A:"), lambda _: None)
    assert first in table.log
