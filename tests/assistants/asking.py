"""What the tests of assistants share: the SDK's own client."""

import random
from typing import Any

from mcp import Client


async def ask(client: Client, tool: str, **arguments: object) -> Any:
    """The structured answer of a tool that must not refuse."""
    answer = await client.call_tool(tool, arguments)
    assert not answer.is_error, answer.content
    content = answer.structured_content
    assert content is not None
    return content["result"] if set(content) == {"result"} else content


async def refusal(client: Client, tool: str, **arguments: object) -> str:
    """The text of an error that an assistant can read."""
    answer = await client.call_tool(tool, arguments)
    assert answer.is_error
    [content] = answer.content
    assert content.type == "text"
    return content.text


async def play_to_the_end(client: Client, table: str, rng: random.Random) -> Any:
    """Play a seat with random legal steps; the position at the end."""
    while True:
        legal = await ask(client, "legal_steps", table=table, most=1000)
        assert legal["count"] == len(legal["steps"]) > 0
        position = await ask(client, "play", table=table, step=rng.choice(legal["steps"])["step"])
        if position["over"]:
            return position
