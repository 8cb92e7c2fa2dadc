"""Saving the settings."""

import pytest

from tests.server.in_process_server import InProcessServer


@pytest.mark.parametrize(
    "back", ["//elsewhere.example", "https://elsewhere.example", "/\\elsewhere.example", "/\t/elsewhere.example", "x"]
)
def test_saving_the_settings_never_redirects_to_another_site(server: InProcessServer, back: str) -> None:
    with server.browser(server.person("Ann")) as browser:
        assert browser.post("/settings", data={"back": back}).headers["location"] == "/settings"
