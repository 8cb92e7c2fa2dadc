"""Designs, such as decks: begun, worked on, brought along, shared by a link, and used at tables and on score pads."""

import html
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace

from shoal.core import Editor, Page, find_game, parse_record
from shoal.server.timestamps import now
from shoal.store import DesignRow
from tests.server.in_process_server import InProcessServer
from tests.server.problems import problem_in

DESIGNS = "/games/fishtank/designs"


def _page() -> Page:
    page = find_game("fishtank").page()
    assert page is not None
    return page


def _editor() -> Editor:
    editor = _page().editor
    assert editor is not None
    return editor


def _usual() -> str:
    """The text of what everybody has."""
    return _editor().text(_editor().start("house"))


def _named(title: str) -> str:
    """The same under another title."""
    return _editor().text(_editor().write(_editor().start("house"), f"title {title}"))


@pytest.fixture
def ann(server: InProcessServer) -> Iterator[httpx.Client]:
    with server.browser(server.person("Ann")) as browser:
        browser.headers["accept"] = "text/html"
        yield browser


@pytest.fixture
def ben(server: InProcessServer) -> Iterator[httpx.Client]:
    with server.browser(server.person("Ben")) as browser:
        browser.headers["accept"] = "text/html"
        yield browser


def _begin(browser: httpx.Client, **form: str) -> str:
    """Begin a design; its address."""
    answer = browser.post(DESIGNS, data=form)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def _row(server: InProcessServer, address: str) -> DesignRow:
    row = server.run(server.tables.store.design(address.rpartition("/")[2]))
    assert row is not None
    return row


def _write(browser: httpx.Client, address: str, act: str, text: str | None = None) -> httpx.Response:
    """Press a button or fill in a field, as the page is now."""
    version = re.search(r'name="version" value="(\d+)"', browser.get(address).text)
    assert version is not None
    typed = {"text": text} if text is not None else {}
    return browser.post(address, data={"version": version[1], "act": act, **typed})


def _share(browser: httpx.Client, address: str, share: str = "new") -> str:
    """Make a link or take it back; the address of the link."""
    page = browser.post(f"{address}/sharing", data={"share": share}, follow_redirects=True).text
    found = re.search(r'value="http://[^/]*(/shared/[^"]+)"', page)
    return found[1] if found is not None else ""


def _refused(answer: httpx.Response) -> str:
    assert answer.status_code == 409, answer.text
    found = re.search(r'id="refused"[^>]*>([^<]*)<', answer.text)
    assert found is not None
    return html.unescape(found[1])


def test_a_design_begins_with_what_the_game_offers(server: InProcessServer, ann: httpx.Client) -> None:
    page = ann.get(DESIGNS).text
    for start in _editor().starts():
        assert f'name="start" value="{start}"' in page
        row = _row(server, _begin(ann, start=start))
        assert (row.sheet, row.version) == (_editor().start(start), 1)
    assert "one of" in _refused(ann.post(DESIGNS, data={"start": "another"}))


def test_each_press_and_each_field_is_kept_and_the_list_says_what_is_complete(
    server: InProcessServer, ann: httpx.Client
) -> None:
    whole = _begin(ann, start="house")
    assert _write(ann, whole, "title", "Attic").status_code == 303
    assert _row(server, whole).title == "Attic"
    assert "Attic" in _row(server, whole).text
    unfinished = _begin(ann, start="nothing")
    assert _row(server, unfinished).text == ""
    listed = ann.get(DESIGNS).text
    assert listed.index(unfinished) < listed.index("not complete yet") < listed.index("Attic")
    assert f'href="{unfinished}/finished"' not in listed
    for path in (f"{unfinished}/finished", f"{unfinished}/file"):
        assert ann.get(path).status_code == 404
    assert ann.post(f"{unfinished}/sharing", data={"share": "new"}).status_code == 404


def test_two_who_write_at_once_lose_nothing(server: InProcessServer, ann: httpx.Client) -> None:
    address = _begin(ann, start="house")
    form = {"version": "1", "act": "title", "text": "First"}
    assert ann.post(address, data=form).status_code == 303
    late = ann.post(address, data={**form, "text": "Second"})
    assert "changed" in _refused(late)
    assert 'value="First"' in late.text
    assert _row(server, address).title == "First"


def test_nonsense_is_refused_and_the_sheet_stays(server: InProcessServer, ann: httpx.Client) -> None:
    address = _begin(ann, start="house")
    for act in ("", "points", "x" * 3000, "title " + "x" * 500):
        assert _refused(_write(ann, address, act))
    assert _row(server, address).version == 1


def test_a_design_that_is_not_whole_any_more_is_used_as_it_was(server: InProcessServer, ann: httpx.Client) -> None:
    address = _begin(ann, start="house")
    text = _row(server, address).text
    _write(ann, address, "title", "Secret plans")
    named = _row(server, address).text
    assert named != text
    _write(ann, address, "add dark")
    assert _row(server, address).text == named
    page = ann.get(address).text
    assert "Not complete yet" in page
    assert "when it was last complete" in page
    assert ann.get(f"{address}/file").text == named


@pytest.mark.parametrize("way", ["pasted", "file"])
def test_a_file_is_brought_along_whatever_its_line_ends(server: InProcessServer, ann: httpx.Client, way: str) -> None:
    text = _named("Brought").replace("\n", "\r\n")
    if way == "file":
        answer = ann.post(DESIGNS, files={"file": ("deck.toml", b"\xef\xbb\xbf" + text.encode())})
    else:
        answer = ann.post(DESIGNS, files={"file": ("", b"")}, data={"text": text})
    row = _row(server, answer.headers["location"])
    assert (row.title, row.text) == ("Brought", _named("Brought"))
    assert row.version > 1, "what somebody brings is not forgotten like what they only looked at"


def test_a_file_that_cannot_be_read_is_refused_in_words_and_its_text_stays_in_the_form(ann: httpx.Client) -> None:
    wrong = ann.post(DESIGNS, data={"text": 'title = "Ours"\nkinds = 7'})
    assert "line 2" in _refused(wrong)
    assert "title = &#34;Ours&#34;" in wrong.text
    assert "UTF-8" in _refused(ann.post(DESIGNS, files={"file": ("deck.toml", b"\xff\xfe")}))
    assert "choose a file" in _refused(ann.post(DESIGNS, data={"text": " "}))


def test_a_duplicate_is_a_design_of_its_own(server: InProcessServer, ann: httpx.Client) -> None:
    first = _begin(ann, start="house")
    second = _begin(ann, design=first.rpartition("/")[2])
    _write(ann, second, "title", "Another")
    assert _row(server, first).title == ""
    assert _row(server, second).title == "Another"


def test_a_design_is_deleted_with_its_link_and_games_with_it_go_on(ann: httpx.Client, ben: httpx.Client) -> None:
    address = _begin(ann, start="house")
    link = _share(ann, address)
    table = ben.post("/tables", data={"game": "fishtank", "design": link.rpartition("/")[2]}).headers["location"]
    assert ann.post(f"{address}/delete").headers["location"] == DESIGNS
    assert ann.get(address).status_code == ben.get(link).status_code == 404
    assert address not in ann.get(DESIGNS).text
    assert ben.get(table).status_code == 200


def test_a_person_has_only_so_many_designs_and_is_told_so(server: InProcessServer) -> None:
    zoe = server.person("Zoe")
    row = DesignRow("", zoe.id, "fishtank", "", _editor().start("house"), _usual(), 2, now(), now())
    for number in range(100):
        assert server.run(server.tables.store.create_design(replace(row, id=f"zoe-{number}"), 1000))
    with server.browser(zoe) as browser:
        browser.headers["accept"] = "text/html"
        assert "100" in _refused(browser.post(DESIGNS, data={"start": "house"}))


def test_whoever_has_the_link_sees_the_design_as_it_was_last_whole(
    server: InProcessServer, ann: httpx.Client, ben: httpx.Client
) -> None:
    address = _begin(ann, start="house")
    _write(ann, address, "title", "Attic")
    link = _share(ann, address)
    with httpx.Client(base_url=server.address, headers={"accept": "text/html"}) as stranger:
        before = stranger.get(link)
        assert before.status_code == 200
        assert "Attic" in before.text
        assert address not in before.text, "the owner's own address is nobody's business"
        assert stranger.get(f"{link}/file").text == _named("Attic")
        _write(ann, address, "title", "")
        _write(ann, address, "add dark")
        _write(ann, address, "title", "Secret plans")
        assert "Secret" not in stranger.get(link).text
        assert "Secret" not in ben.get(f"/games/fishtank?design={link.rpartition('/')[2]}").text


def test_a_link_is_renewed_or_taken_back_by_its_owner(ann: httpx.Client, ben: httpx.Client) -> None:
    address = _begin(ann, start="house")
    first = _share(ann, address)
    second = _share(ann, address)
    assert (ben.get(first).status_code, ben.get(second).status_code) == (404, 200)
    assert ben.post(f"{address}/sharing", data={"share": "stop"}).status_code == 404
    assert _share(ann, address, "stop") == ""
    assert ben.get(second).status_code == 404
    for path in (DESIGNS, "/tables", "/pads"):
        gone = ben.post(path, data={"game": "fishtank", "design": second.rpartition("/")[2]})
        assert gone.status_code == 404, path


def test_a_friend_keeps_a_copy_that_stays_when_the_link_goes(
    server: InProcessServer, ann: httpx.Client, ben: httpx.Client
) -> None:
    address = _begin(ann, start="house")
    _write(ann, address, "title", "Attic")
    copy = _begin(ben, design=_share(ann, address).rpartition("/")[2])
    _share(ann, address, "stop")
    _write(ben, copy, "title", "Ben's")
    assert (_row(server, copy).title, _row(server, address).title) == ("Ben's", "Attic")
    assert ann.get(copy).status_code == ben.get(address).status_code == 404


def test_the_file_has_a_name_that_every_system_takes(ann: httpx.Client) -> None:
    for title, name in {"Můj  box: 2/3": "muj-box-2-3.toml", "魚": "fishtank.toml", "-..": "fishtank.toml"}.items():
        address = _begin(ann, start="house")
        _write(ann, address, "title", title)
        answer = ann.get(f"{address}/file")
        assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
        assert answer.headers["content-type"].startswith("application/toml")
        assert _editor().title(_editor().open(answer.text)) == title.replace("  ", " ")


def test_what_everybody_has_is_a_file_to_start_from(ann: httpx.Client) -> None:
    assert ann.get(f"{DESIGNS}/file").text == _usual()
    for path in ("/games/penguins/designs", "/games/penguins/designs/file", "/games/penguins?design=x"):
        assert ann.get(path).status_code == 404


def test_the_form_for_a_table_offers_ones_own_designs_and_the_one_that_led_there(
    ann: httpx.Client, ben: httpx.Client
) -> None:
    address = _begin(ann, start="house")
    _write(ann, address, "title", "Attic")
    own, shared = (way.rpartition("/")[2] for way in (address, _share(ann, address)))
    assert f'<option value="{own}">Attic</option>' in ann.get("/games/fishtank").text
    assert f'<option value="{own}" selected>Attic</option>' in ann.get(f"/games/fishtank?design={own}").text
    assert f'<option value="{shared}" selected>Attic</option>' in ben.get(f"/games/fishtank?design={shared}").text
    assert "Attic" not in ben.get("/games/fishtank").text
    assert ben.get(f"/games/fishtank?design={own}").status_code == 404


def test_a_table_keeps_the_text_so_that_its_record_is_replayed_where_nobody_knows_the_design(
    server: InProcessServer, ann: httpx.Client, tmp_path: Path
) -> None:
    address = _begin(ann, start="house")
    _write(ann, address, "title", "Attic")
    text = _row(server, address).text
    form = {"game": "fishtank", "seat.0": "me", "seat.1": "screen", "design": address.rpartition("/")[2]}
    table = ann.post("/tables", data=form).headers["location"].rpartition("/")[2]
    ann.post(f"{address}/delete")
    snapshot = server.run(server.tables.snapshot(table))
    assert snapshot.row.options["deck_toml"] == text
    record = tmp_path / "attic.shoal.json"
    record.write_text(snapshot.record().to_text(), encoding="utf-8")
    assert parse_record(record.read_text(encoding="utf-8")).options["deck_toml"] == text
    done = subprocess.run([Path(sys.executable).with_name("shoal"), "replay", record], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_table_is_given_a_design_or_a_text_and_never_both(ann: httpx.Client) -> None:
    design = _begin(ann, start="house").rpartition("/")[2]
    both = ann.post("/tables", data={"game": "fishtank", "design": design, "option.deck_toml": _usual()})
    assert (both.status_code, "but not both" in both.text) == (409, True)
    assert ann.post("/tables", data={"game": "fishtank", "design": "", "option.deck_toml": _usual()}).status_code == 303
    assert ann.post("/tables", data={"game": "penguins", "design": design}).status_code == 404


def test_programs_name_a_design_or_give_its_text(server: InProcessServer, ann: httpx.Client) -> None:
    address = _begin(ann, start="house")
    shared = _share(ann, address).rpartition("/")[2]
    row = _row(server, address)
    owner = server.run(server.tables.store.person(row.person))
    assert owner is not None
    with server.program(owner) as program, server.program(server.person("Bob")) as other:
        (listed,) = program.get("/api/designs").json()
        assert (listed["id"], listed["game"], listed["usable"]) == (row.id, "fishtank", True)
        assert other.get("/api/designs").json() == []
        for client, design in ((program, row.id), (program, shared), (other, shared)):
            made = client.post("/api/tables", json={"game": "fishtank", "design": design})
            assert made.status_code == 201, made.text
            assert made.json()["options"]["deck_toml"] == row.text
        not_theirs = other.post("/api/tables", json={"game": "fishtank", "design": row.id})
        assert problem_in(not_theirs) == (404, "missing")
        both = {"game": "fishtank", "design": row.id, "options": {"deck_toml": row.text}}
        assert problem_in(program.post("/api/tables", json=both)) == (409, "refused")


def test_a_score_pad_uses_a_design_and_goes_back_to_the_usual_one(server: InProcessServer, ann: httpx.Client) -> None:
    design = _begin(ann, start="house")
    _write(ann, design, "title", "Attic")
    reference = design.rpartition("/")[2]
    assert f'<option value="{reference}">Attic</option>' in ann.get("/pads").text
    address = ann.post("/pads", data={"game": "fishtank", "design": reference}).headers["location"]
    pad = _page().pad
    assert pad is not None

    def used() -> str:
        row = server.run(server.tables.store.pad(address.rpartition("/")[2]))
        assert row is not None
        return pad.design(row.sheet)

    assert _editor().title(_editor().open(used())) == "Attic"
    assert ann.post(address, data={"version": "1", "design": ""}).status_code == 303
    assert used() == ""
    assert ann.post(address, data={"version": "2", "design": reference}).status_code == 303
    assert _editor().title(_editor().open(used())) == "Attic"
    assert ann.post("/pads", data={"game": "penguins", "design": reference}).status_code == 404
