"""The headers of every response restrict what a browser may do with it."""

import re

import httpx
import pytest

from tests.server.in_process_server import InProcessServer


def test_a_page_runs_only_scripts_of_this_site_and_cannot_be_framed(server: InProcessServer) -> None:
    with server.browser(server.person("Ann")) as browser:
        for path in ("/", "/nothing", "/api/games", "/static/page.js", "/" + "a" * 3000):
            policy = browser.get(path).headers["content-security-policy"]
            rules = dict(rule.strip().partition(" ")[::2] for rule in policy.split(";"))
            assert rules["default-src"] == rules["base-uri"] == rules["frame-ancestors"] == "'none'"
            assert rules["script-src"] == rules["style-src"] == rules["form-action"] == "'self'"
            assert "unsafe" not in policy.replace("style-src-attr 'unsafe-inline'", "")
        for path in ("/", "/settings", "/pads", "/games/penguins"):
            html = browser.get(path).text
            assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=|javascript:|<style", html)


#: A page, the API, a static file, and refusals by every part of the server.
_ANSWERS = [
    ("GET", "/", 200),
    ("GET", "/api/games", 200),
    ("GET", "/static/page.js", 200),
    ("GET", "/health", 200),
    ("POST", "/settings", 403),
    ("GET", "/nothing", 404),
    ("GET", "/api/nothing", 404),
    ("POST", "/api/tables", 401),
    ("DELETE", "/", 405),
    ("GET", "/" + "a" * 3000, 414),
]


def test_behind_tls_every_answer_tells_browsers_to_come_over_tls_only(
    server: InProcessServer, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with InProcessServer(tmp_path_factory.mktemp("secure"), secure=True) as secure:
        for method, path, status in _ANSWERS:
            answer = httpx.request(
                method, secure.address + path, json={"game": "penguins"} if method == "POST" else None
            )
            told = answer.headers.get("strict-transport-security")
            assert (answer.status_code, told) == (status, "max-age=31536000"), path
        for headers in ({"host": "elsewhere.example"}, {"origin": "https://elsewhere.example"}):
            answer = httpx.post(f"{secure.address}/tables", headers=headers)
            assert answer.status_code in (403, 421)
            assert "strict-transport-security" in answer.headers
    for method, path, _ in _ANSWERS:
        answer = httpx.request(method, server.address + path)
        assert "strict-transport-security" not in answer.headers, "a laptop has no TLS"
