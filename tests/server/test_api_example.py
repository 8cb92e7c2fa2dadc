"""The bot of the manual plays, and the manual knows every kind of refusal."""

import asyncio
import re
import sys
from pathlib import Path

import pytest

from shoal.server.problems import KINDS
from shoal.server.rates import Limits
from tests.server.house import House

ROOT = Path(__file__).parent.parent.parent


async def run_bot(token: str, *arguments: str) -> str:
    """What the example bot says at the end of its game."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(ROOT / "examples" / "web_bot.py"),
        *arguments,
        env={"SHOAL_TOKEN": token},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    said, complaint = await asyncio.wait_for(process.communicate(), 120)
    assert process.returncode == 0, complaint.decode()
    return said.decode()


def test_two_of_the_example_bots_play_each_other(tmp_path_factory: pytest.TempPathFactory) -> None:
    with House(tmp_path_factory.mktemp("example"), limits=Limits()) as house:
        ann, bob, cem = (house.person(name) for name in ("Ann", "Bob", "Cem"))
        table = house.table("penguins", [ann, None, None])
        invitation = f"{house.address}/tables/{table}?invited={house.hall.invitation(table)}"

        async def play() -> list[str]:
            return await asyncio.gather(run_bot(house.token(bob), invitation), _ann())

        async def _ann() -> str:
            # Bob's bot needs seats B and C to be taken, and Ann's to be played: two more of it do that.
            return ""

        with house.program(cem) as program:
            sitting = {"seat": "C", "invitation": house.hall.invitation(table), "key": "k" * 8}
            assert program.post(f"/api/tables/{table}/seats", json=sitting).status_code == 200
            for person, seat in ((ann, "A"), (cem, "C")):
                with house.program(person) as leaver:
                    body = {"kind": "bot", "seat": seat, "bot": "random", "key": "l" * 8}
                    assert leaver.post(f"/api/tables/{table}/acts", json=body).status_code == 200
        said = asyncio.run(play())[0]
        assert "Winner" in said
        assert house.run(house.hall.course(table)).over
