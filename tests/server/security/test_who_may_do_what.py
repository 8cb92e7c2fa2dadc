"""docs/access.md says who may use each address, and the server keeps to it."""

from pathlib import Path

import httpx
import pytest

from tests.server.access_table import CASES, COLUMNS, PAGE, YES, AccessTable, addresses, written
from tests.server.in_process_server import InProcessServer

Rows = list[tuple[str, str, dict[str, str]]]


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> Rows:
    with InProcessServer(tmp_path_factory.mktemp("access")) as server:
        assert set(CASES) == addresses(server.app), "access_table.py: every address needs an entry, and only those"
        for address in CASES:
            path = address.partition(" ")[2].replace(":str}", "}").format_map(dict.fromkeys(_NAMES, "x"))
            if not address.startswith("FEED"):
                assert httpx.options(server.address + path).status_code == 204, address
        access = AccessTable(server)
        found = list(access.rows())
        access.close()
        return found


_NAMES = ("name", "file", "table_id", "pad_id", "pass_id", "design_id", "secret", "path", "game_name", "puzzle_id")
AT_TABLES = [address for address in CASES if "{table_id" in address]
#: The people who have nothing to do with the table.
STRANGERS = ("spectator", "elsewhere", "nobody", "forged", "revoked", "other_token", "forged_token")


def may(rows: Rows, address: str, note: str) -> set[str]:
    """Who gets through."""
    return {
        who for found, told, cells in rows if (found, told) == (address, note) for who in COLUMNS if cells[who] == YES
    }


def test_the_manual_is_up_to_date(rows: Rows) -> None:
    assert Path(PAGE).read_text(encoding="utf-8") == written(rows), (
        "run `python -m tests.server.access_table` and check the difference"
    )


@pytest.mark.parametrize("address", AT_TABLES)
def test_no_stranger_can_use_a_table_by_invitation(rows: Rows, address: str) -> None:
    assert not may(rows, address, "by invitation") & set(STRANGERS)


def test_only_the_holder_of_a_seat_can_take_its_steps(rows: Rows) -> None:
    for note in ("by invitation", "public"):
        assert may(rows, "POST /tables/{table_id:str}", note) == {"ann"}
        assert may(rows, "POST /api/tables/{table_id:str}/steps", note) == {"ann", "ann_token"}
        assert may(rows, "POST /api/tables/{table_id:str}/acts", note) == {"ann", "ann_token"}
    assert may(rows, "POST /tables/{table_id:str}", "sitting down on seat B") == {"invited"}
    assert may(rows, "POST /api/tables/{table_id:str}/seats", "seat B") == {"invited"}


def test_only_ann_can_use_what_is_hers(rows: Rows) -> None:
    assert may(rows, "GET /pads/{pad_id:str}", "Ann's") == {"ann", "site"}
    assert may(rows, "POST /pads/{pad_id:str}", "Ann's") == {"ann"}
    for address in CASES:
        if "{design_id" in address:
            others = {"ann", "site"} if address.startswith("GET") else {"ann"}
            assert may(rows, address, "Ann's") == others, address
    assert may(rows, "POST /games/{name:str}/designs", "a copy of Ann's") == {"ann"}
    assert may(rows, "POST /settings/passes/{pass_id:str}", "Ann's") == {"ann"}
    assert may(rows, "GET /recovery", "guessed") == may(rows, "POST /recovery", "guessed") == set()


def test_a_design_is_shared_by_its_link_alone(rows: Rows) -> None:
    for address in ("GET /shared/{secret:str}", "GET /shared/{secret:str}/file"):
        assert may(rows, address, "by its link") == set(COLUMNS)
        assert may(rows, address, "by the id of Ann's design") == set()
    assert may(rows, "POST /games/{name:str}/designs", "a copy of Ann's, by its link") == set(COLUMNS) - {"site"}


def test_another_site_can_change_nothing_and_hear_nothing(rows: Rows) -> None:
    for address, note, cells in rows:
        if not address.startswith("GET"):
            assert cells["site"] == "403", (address, note)
