"""Tokens and recovery links identify their person until they are revoked or replaced."""

import re

import httpx

from tests.server.in_process_server import InProcessServer
from tests.server.problems import problem_in
from tests.server.visitors import read_forms


def test_a_link_identifies_its_person_on_another_device(server: InProcessServer) -> None:
    ann = server.person("Ann")
    table = server.table("penguins", [ann, ann])
    with server.browser(ann) as old:
        page = old.post("/settings/link")
        link = re.search(r'value="(http[^"]*/recovery\?link=[^"]*)"', page.text)
        assert link is not None
        assert "recovery?link" not in old.get("/settings").text, "shown once"
    stored = [row for row in server.run(server.tables.store.access_tokens_of(ann.id)) if row.kind == "link"]
    assert link[1].partition("link=")[2] not in str(stored)
    with httpx.Client(base_url=server.address, headers={"accept": "text/html"}, timeout=60) as new:
        assert new.get(f"/tables/{table}").status_code == 404
        page = new.get(link[1])
        assert new.get(f"/tables/{table}").status_code == 404, "looking at the link changes nothing"
        form = next(form for form in read_forms(page.text) if form.action == "/recovery")
        assert new.post("/recovery", data=form.fields).status_code == 303
        assert new.get(f"/tables/{table}").status_code == 200
        taking = next(
            form for form in read_forms(new.get("/settings").text) if form.action.startswith("/settings/passes")
        )
        assert new.post(taking.action, data=taking.fields).status_code == 303
    with httpx.Client(base_url=server.address, headers={"accept": "text/html"}, timeout=60) as late:
        assert late.get(link[1]).status_code == 404


def test_a_new_link_replaces_the_old_one_and_a_token_is_no_link(server: InProcessServer) -> None:
    ann = server.person("Ann")
    first, second, token = server.link(ann), server.link(ann), server.token(ann)
    with server.browser(server.person("Bob")) as browser:
        statuses = [browser.get("/recovery", params={"link": link}).status_code for link in (first, second, token)]
        assert statuses == [404, 200, 404]
        assert problem_in(browser.get("/api/me", headers={"authorization": f"Bearer {second}"})) == (401, "no-person")


def test_a_person_can_have_only_so_many_tokens(server: InProcessServer) -> None:
    with server.browser(server.person("Ann")) as browser:
        statuses = [
            browser.post("/settings/tokens", data={"name": f"bot {number}"}).status_code for number in range(21)
        ]
        assert statuses == [200] * 20 + [409]
