"""The description of the API is true: whatever it allows to be sent is answered as it says, and never with a failure.

`SHOAL_EXAMPLES=1000 pytest tests/server/test_api_description.py` looks longer.
"""

import os
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis import Case
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    negative_data_rejection,
    positive_data_acceptance,
)

from shoal.server.app import ServerConfig, create_app
from tests.server.house import House

DESCRIPTION = schemathesis.openapi.from_dict(
    create_app(ServerConfig(database="sqlite://", secret=b"d" * 32)).openapi_schema.to_schema()
)
LONG_ENOUGH = settings(
    max_examples=int(os.environ.get("SHOAL_EXAMPLES", "20")),
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)
EXCLUDED = [
    # What the description cannot say, the rules of a game do: which options it has, which steps are possible.
    positive_data_acceptance,
    # To OPTIONS, Litestar names the methods of one of an address's handlers.
    allow_header_conformance,
]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("described")) as house:
        yield house


@pytest.fixture(scope="module")
def visit(house: House) -> tuple[str, str]:
    """A token, and a table where its person has both seats."""
    ann = house.person("Ann")
    return house.token(ann), house.table("smallfry", [ann, ann])


def test_the_description_names_every_address_of_the_api(house: House) -> None:
    described = set(house.app.openapi_schema.paths or {})
    served = {route.path_format for route in house.app.routes if route.path.startswith("/api/")}
    beside = {"/api/openapi.json", "/api/{path}", "/api/tables/{table_id}/feed"}
    assert described == served - beside


@DESCRIPTION.parametrize()
@LONG_ENOUGH
def test_whatever_is_sent_is_answered_as_described(case: Case[Any], house: House, visit: tuple[str, str]) -> None:
    headers = {"authorization": f"Bearer {visit[0]}"}
    case.call_and_validate(base_url=house.address, headers=headers, excluded_checks=EXCLUDED)


@DESCRIPTION.include(path_regex="table_id").parametrize()
@LONG_ENOUGH
def test_so_it_is_at_a_table_that_is_there(case: Case[Any], house: House, visit: tuple[str, str]) -> None:
    headers = {"authorization": f"Bearer {visit[0]}"}
    case.path_parameters["table_id"] = visit[1]
    # What was wrong may have been the name of the table, which is right now.
    excluded = [*EXCLUDED, negative_data_rejection]
    case.call_and_validate(base_url=house.address, headers=headers, excluded_checks=excluded)
