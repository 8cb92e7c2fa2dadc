"""The OpenAPI description is true: every request that it allows gets a response that it describes, and never fails.

`SHOAL_EXAMPLES=1000 pytest tests/server/api/test_openapi.py` tries more requests.
"""

import os
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
from tests.server.in_process_server import InProcessServer

#: Invalid data may be refused with any client error: what is too long gets 414 or 431, which schemathesis leaves out.
CONFIG = schemathesis.Config.from_dict({"checks": {"negative_data_rejection": {"expected-statuses": ["4xx"]}}})
DESCRIPTION = schemathesis.openapi.from_dict(
    create_app(ServerConfig(database="sqlite://", secret=b"d" * 32)).openapi_schema.to_schema(), config=CONFIG
)
EXAMPLES = settings(
    max_examples=int(os.environ.get("SHOAL_EXAMPLES", "20")),
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)
EXCLUDED = [
    # The description cannot say which options a game has and which steps are legal; its rules do.
    positive_data_acceptance,
    # Litestar answers OPTIONS with the methods of only one of the handlers of an address.
    allow_header_conformance,
]


@pytest.fixture(scope="module")
def token_and_table(server: InProcessServer) -> tuple[str, str]:
    """A token, and a table where its person has both seats."""
    ann = server.person("Ann")
    return server.token(ann), server.table("smallfry", [ann, ann])


def test_the_description_names_every_address_of_the_api(server: InProcessServer) -> None:
    described = set(server.app.openapi_schema.paths or {})
    served = {route.path_format for route in server.app.routes if route.path.startswith("/api/")}
    beside = {"/api/openapi.json", "/api/{path}", "/api/tables/{table_id}/feed"}
    assert described == served - beside


@DESCRIPTION.parametrize()
@EXAMPLES
def test_every_request_is_answered_as_described(
    case: Case[Any], server: InProcessServer, token_and_table: tuple[str, str]
) -> None:
    headers = {"authorization": f"Bearer {token_and_table[0]}"}
    case.call_and_validate(base_url=server.address, headers=headers, excluded_checks=EXCLUDED)


@DESCRIPTION.include(path_regex="table_id").parametrize()
@EXAMPLES
def test_requests_to_an_existing_table_are_answered_as_described(
    case: Case[Any], server: InProcessServer, token_and_table: tuple[str, str]
) -> None:
    headers = {"authorization": f"Bearer {token_and_table[0]}"}
    case.path_parameters["table_id"] = token_and_table[1]
    # The only fault of a request may have been the name of the table, which is replaced by a valid one.
    excluded = [*EXCLUDED, negative_data_rejection]
    case.call_and_validate(base_url=server.address, headers=headers, excluded_checks=excluded)
