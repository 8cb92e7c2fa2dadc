"""Programs play through the API as people do through pages: at the same tables, with their own view."""

import random
import uuid

import httpx
import msgspec
import pytest
from websockets.sync.client import connect

from shoal.core import Replay, game_names, parse_record, verify, view_bytes
from shoal.server.error_responses import PROBLEM_KINDS
from tests.server.in_process_server import InProcessServer


def key() -> str:
    return uuid.uuid4().hex


def problem(response: httpx.Response, kind: str) -> dict[str, object]:
    """Return the problem in a response, after checking that it is of this kind."""
    assert response.headers["content-type"] == "application/problem+json", response.text
    found: dict[str, object] = response.json()
    assert (found["type"], found["status"]) == (PROBLEM_KINDS[kind].type, response.status_code), found
    return found


def take(program: httpx.Client, table: dict[str, object], step: str, **other: object) -> httpx.Response:
    body = {"seat": table["viewer"], "step": step, "moment": table["moment"], "key": key(), **other}
    return program.post(f"/api/tables/{table['id']}/steps", json=body)


@pytest.mark.parametrize("game", game_names())
def test_two_programs_play_a_whole_game(server: InProcessServer, game: str) -> None:
    ann, bob = server.person("Ann"), server.person("Bob")
    choice = random.Random(6)
    with server.program(ann) as one, server.program(bob) as other:
        options = {"players": 2, **({"target": 12} if game == "smallfry" else {})}
        seats = [{"kind": "me"}, {"kind": "friend", "name": "Bob"}]
        answer = one.post("/api/tables", json={"game": game, "options": options, "seats": seats})
        assert answer.status_code == 201, answer.text
        path = f"/api/tables/{answer.json()['id']}"
        sitting = {"seat": "B", "invitation": answer.json()["invitation"], "key": key(), "name": "Bob"}
        assert other.post(f"{path}/seats", json=sitting).json()["viewer"] == "B"
        for _ in range(1000):
            table = one.get(path).json()
            if table["over"]:
                break
            player = one if "A" in table["to_act"] else other
            table = player.get(path).json()
            answer = take(player, table, choice.choice(table["steps"])["step"])
            assert answer.status_code == 200, answer.text
        assert table["result"]["winners"]
        assert [seat["score"] for seat in table["seats"]] == table["result"]["scores"]
        record = one.get(f"{path}/record")
        assert verify(Replay(parse_record(record.content))) > 0
        assert other.get("/api/tables").json()[0]["id"] == table["id"]


@pytest.mark.parametrize("game", game_names())
def test_a_table_is_shown_only_as_the_seat_sees_it(server: InProcessServer, game: str) -> None:
    ann, bob, eve = (server.person(name) for name in ("Ann", "Bob", "Eve"))
    table_id = server.table(game, [ann, bob], public=True)
    snapshot = server.run(server.tables.snapshot(table_id))
    for person, seat in ((ann, 0), (bob, 1), (eve, None)):
        with server.program(person) as program:
            table = program.get(f"/api/tables/{table_id}").json()
        assert table["view"] == msgspec.json.decode(view_bytes(snapshot.table.displayed(seat)))
        assert [line["step"] for line in table["log"]] == list(snapshot.table.log(seat))
        legal = snapshot.table.view(seat).legal if seat is not None and seat in snapshot.to_act else ()
        assert [step["step"] for step in table["steps"]] == [str(step) for step in legal]
        assert (table["invitation"] is not None) == (seat is not None)
        assert snapshot.row.seed not in str(table)


def test_a_step_sent_twice_is_taken_once(server: InProcessServer) -> None:
    ann, bob = server.person("Ann"), server.person("Bob")
    table_id = server.table("penguins", [ann, bob])
    with server.program(ann) as program:
        table = program.get(f"/api/tables/{table_id}").json()
        step, same_key = table["steps"][0]["step"], key()
        answers = [take(program, table, step, key=same_key) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200] * 3
        assert answers[0].json() == answers[1].json() == answers[2].json()
        assert len(answers[0].json()["log"]) == len(table["log"]) + 1


def test_a_late_step_is_refused_with_the_current_table(server: InProcessServer) -> None:
    ann, bob = server.person("Ann"), server.person("Bob")
    table_id = server.table("penguins", [ann, bob])
    with server.program(ann) as program:
        table = program.get(f"/api/tables/{table_id}").json()
        now = take(program, table, table["steps"][0]["step"]).json()
        refusal = problem(take(program, table, table["steps"][1]["step"]), "late")
        assert refusal["table"] == now


def test_an_illegal_step_is_refused_with_the_reason_and_the_table(server: InProcessServer) -> None:
    ann, bob = server.person("Ann"), server.person("Bob")
    table_id = server.table("penguins", [ann, bob])
    with server.program(ann) as program:
        table = program.get(f"/api/tables/{table_id}").json()
        for step, kind in (("a9", "notation"), ("a1-a2", "illegal-step"), ("nonsense", "notation")):
            refusal = problem(take(program, table, step), kind)
            assert refusal["table"] == table
    with server.program(bob) as program:
        refusal = problem(take(program, {**table, "viewer": "B"}, table["steps"][0]["step"]), "refused")
        assert "turn" in str(refusal["detail"])
        problem(take(program, table, table["steps"][0]["step"]), "not-yours")


def test_a_step_is_taken_back_when_the_others_agree_and_a_seat_can_be_left_to_a_bot(server: InProcessServer) -> None:
    ann, bob = server.person("Ann"), server.person("Bob")
    table_id = server.table("penguins", [ann, bob])
    path = f"/api/tables/{table_id}"
    with server.program(ann) as one, server.program(bob) as other:
        before = one.get(path).json()
        take(one, before, before["steps"][0]["step"])
        assert one.post(f"{path}/acts", json={"kind": "ask", "seat": "A", "key": key()}).json()["asking"] == "A"
        agreed = other.post(f"{path}/acts", json={"kind": "agree", "seat": "B", "key": key()}).json()
        assert agreed["log"] == before["log"]
        left = one.post(f"{path}/acts", json={"kind": "bot", "seat": "A", "bot": "minnow", "key": key()}).json()
        assert (left["seats"][0]["kind"], left["viewer"]) == ("bot", None)
        problem(one.get(path, params={"seat": "A"}), "not-yours")


def test_a_person_with_two_seats_sees_the_view_of_each(server: InProcessServer) -> None:
    ann = server.person("Ann")
    table_id = server.table("fishtank", [ann, ann])
    with server.program(ann) as program:
        hands = [
            program.get(f"/api/tables/{table_id}", params={"seat": seat}).json()["view"]["hand"] for seat in ("A", "B")
        ]
        assert hands[0] != hands[1]


def test_a_feed_announces_every_change(server: InProcessServer) -> None:
    ann, bob = server.person("Ann"), server.person("Bob")
    table_id = server.table("penguins", [ann, bob])
    address = server.address.replace("http", "ws") + f"/api/tables/{table_id}/feed"
    token = {"authorization": f"Bearer {server.token(bob)}"}
    with connect(address, additional_headers=token) as feed, server.program(ann) as program:
        first = msgspec.json.decode(feed.recv(timeout=30))["mark"]
        table = program.get(f"/api/tables/{table_id}").json()
        take(program, table, table["steps"][0]["step"])
        second = msgspec.json.decode(feed.recv(timeout=30))["mark"]
        assert int(second.partition(".")[0]) == int(first.partition(".")[0]) + 1


def test_a_problem_says_what_could_not_be_read(server: InProcessServer) -> None:
    with server.program(server.person("Ann")) as program:
        refusal = problem(program.post("/api/tables", json={"game": 3}), "unreadable")
        assert "game" in str(refusal["errors"])
        problem(program.post("/api/tables", json={"game": "penguins", "extra": 1}), "unreadable")
        problem(program.post("/api/tables", json={"game": "chess"}), "missing")
        problem(program.post("/api/tables", json={"game": "penguins", "options": {"players": 9}}), "option")
        problem(program.post("/api/tables", content=b"{"), "unreadable")
        problem(program.get("/api/nothing"), "missing")
        problem(program.delete("/api/games"), "method")


def test_nothing_can_be_changed_without_a_cookie_or_a_valid_token(server: InProcessServer) -> None:
    body = {"game": "penguins"}
    with server.program() as nobody:
        problem(nobody.post("/api/tables", json=body), "no-person")
        for token in ("Bearer shoal_" + "x" * 43, "Bearer", "Basic eDp5", "Bearer žluťoučký", ""):
            answer = nobody.post("/api/tables", json=body, headers={b"authorization": token.encode()})
            problem(answer, "no-person")
            assert answer.headers["www-authenticate"] == "Bearer"
    ann = server.person("Ann")
    with server.browser(ann) as browser:
        assert browser.post("/api/tables", json=body).status_code == 201
        bad = {"authorization": "Bearer shoal_" + "x" * 43}
        problem(browser.post("/api/tables", json=body, headers=bad), "no-person")
        del browser.headers["x-csrftoken"]
        problem(browser.post("/api/tables", json=body), "cross-site")


def test_a_revoked_token_is_refused(server: InProcessServer) -> None:
    ann = server.person("Ann")
    with server.program(ann) as program, server.browser(ann) as browser:
        assert program.get("/api/me").json() == {"name": "Ann", "known": True}
        row = server.run(server.tables.store.access_tokens_of(ann.id))[0]
        assert browser.post(f"/settings/passes/{row.id}").status_code == 303
        problem(program.get("/api/me"), "no-person")
