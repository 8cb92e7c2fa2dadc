"""No response of the API, not even a refusal, depends on what the client must not know.

The tables are the twins of `test_no_secret_leaves.py`: they differ, but look the same to the client.
"""

import asyncio
import re
from pathlib import Path

import pytest

from shoal.core import seat_name
from shoal.server.security.access_tokens import make_token
from shoal.server.tables.service import TableService
from tests.server.tables.test_no_secret_leaves import CASES, twin_tables

STEPS = ("", "a1", "a1-b2", "B:snail", "C:tetra", "A:plant", "A:d4", "=A:snail", "x" * 150)
ACTS = ("ask", "agree", "refuse", "settle", "odds", "bot", "rematch")


def plain(text: str, table_id: str) -> str:
    """A response without what differs between any two tables: names, invitations, and the digest of the seed."""
    text = text.replace(table_id, "TABLE")
    return re.sub(r'"(commitment|invitation)":"[0-9a-f]*"', r'"\1"', text)


@pytest.mark.parametrize(("game", "players", "one", "other"), CASES)
@pytest.mark.parametrize("asker", ["Ann", None])
def test_no_response_depends_on_what_the_client_must_not_know(
    tmp_path: Path, game: str, players: int, one: list[str], other: list[str], asker: str | None
) -> None:
    async def ask_everything() -> None:
        async with twin_tables(tmp_path, game, players, (one, other)) as (client, tables, people):
            service: TableService = client.app.state.tables
            headers = {}
            if asker is not None:
                headers["authorization"] = f"Bearer {await make_token(service.store, people[asker], 'bot')}"
            seeds = [(await service.snapshot(table)).row.seed for table in tables]
            moment = (await service.snapshot(tables[0])).position_id

            async def compare(method: str, path: str, body: dict[str, object] | None = None) -> None:
                answers = []
                for table in tables:
                    address = f"/api/tables/{table}{path}"
                    answer = await client.request(method, address, headers=headers, json=body)
                    assert answer.status_code < 500
                    assert not any(seed in answer.text for seed in seeds)
                    answers.append((answer.status_code, plain(answer.text, table)))
                assert answers[0] == answers[1], (method, path, body)

            await compare("GET", "")
            await compare("GET", "/record")
            for seat in [seat_name(number) for number in range(players)]:
                await compare("GET", f"?seat={seat}")
                for number, step in enumerate(STEPS):
                    body: dict[str, object] = {"seat": seat, "step": step, "moment": moment}
                    await compare("POST", "/steps", {**body, "key": f"step-{number}-{seat}"})
                for act in ACTS:
                    await compare("POST", "/acts", {"kind": act, "seat": seat, "key": f"act-{act}-{seat}", "bot": "?"})
                await compare("POST", "/seats", {"seat": seat, "invitation": "0" * 32, "key": f"sit-{seat}-00"})
            await compare("GET", "")

    asyncio.run(ask_everything())
