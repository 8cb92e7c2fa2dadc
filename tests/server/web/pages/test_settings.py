"""Saving the settings."""

import httpx
import pytest

from shoal.server.timestamps import now
from shoal.store import StoreUnavailable
from tests.server.in_process_server import InProcessServer
from tests.server.visitors import read_forms


@pytest.mark.parametrize(
    "back", ["//elsewhere.example", "https://elsewhere.example", "/\\elsewhere.example", "/\t/elsewhere.example", "x"]
)
def test_saving_the_settings_never_redirects_to_another_site(server: InProcessServer, back: str) -> None:
    with server.browser(server.person("Ann")) as browser:
        assert browser.post("/settings", data={"back": back}).headers["location"] == "/settings"


def test_people_delete_themselves_by_pages_without_scripts(server: InProcessServer) -> None:
    ann, bob = server.person("Ann"), server.person("Bob")
    alone, shared = server.table("penguins", [ann, ann]), server.table("penguins", [ann, bob])
    with server.browser(ann) as browser, server.browser(ann) as other:
        settings = browser.get("/settings", headers={"accept": "text/html"}).text
        assert 'href="/api/me/data"' in settings
        assert 'href="/settings/delete"' in settings
        asked = browser.get("/settings/delete").text
        (form,) = [form for form in read_forms(asked) if form.action == "/settings/delete"]
        assert server.run(server.tables.store.table(alone)) is not None, "asking deletes nothing"
        deleted = browser.post("/settings/delete", data=form.fields)
        assert deleted.is_success
        assert "Everything is deleted" in deleted.text
        for client in (browser, other):
            assert client.get(f"/tables/{shared}").status_code == 404
            assert 'value="Ann"' not in client.get("/settings").text
    assert server.run(server.tables.store.table(alone)) is None
    seats = server.run(server.tables.snapshot(shared)).seats
    assert [(seat.kind, seat.name) for seat in seats] == [("bot", "Guest"), ("person", "Bob")]


@pytest.mark.parametrize(("language", "title"), [("fr", "Tout supprimer"), ("cs", "Smazat všechno")])
def test_the_question_is_asked_in_each_language(server: InProcessServer, language: str, title: str) -> None:
    with server.browser(server.person("Ann")) as browser:
        assert title in browser.get("/settings/delete", headers={"accept-language": language}).text


def test_a_visit_is_noted_once_a_day(server: InProcessServer) -> None:
    ann = server.person("Ann")
    store = server.tables.store
    assert (found := server.run(store.person(ann.id))) is not None
    assert found.seen_at == 0
    with server.browser(ann) as browser:
        assert (noted := server.run(store.person(ann.id))) is not None
        assert 0 <= now() - noted.seen_at < 60_000
        browser.get("/")
        assert (again := server.run(store.person(ann.id))) is not None
        assert again.seen_at == noted.seen_at
    token = server.token(bob := server.person("Bob"))
    httpx.get(f"{server.address}/api/me", headers={"authorization": f"Bearer {token}"})
    assert (found := server.run(store.person(bob.id))) is not None
    assert found.seen_at > 0


def test_a_visit_that_cannot_be_noted_is_no_trouble(server: InProcessServer, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = server.person("Ann")

    async def fail(_person: str, _at: int) -> None:
        raise StoreUnavailable("the disk is full")

    monkeypatch.setattr(server.tables.store, "note_visit", fail)
    with server.browser(ann) as browser:
        assert browser.get("/").status_code == 200
