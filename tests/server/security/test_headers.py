"""The headers of every response restrict what a browser may do with it."""

import re

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
