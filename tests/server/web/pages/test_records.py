"""Opening a record makes a table of it, within bounds, and while others go on."""

import threading
from concurrent.futures import ThreadPoolExecutor

from shoal.core import Record, Table, find_game
from shoal.core.record import FORMAT
from shoal.server.tables.service import MOST_OPENING_STEPS
from shoal.server.timestamps import now
from shoal.store import Person, Seating
from shoal.store.models import TableRow, TableSummary
from tests.server.in_process_server import InProcessServer
from tests.server.problems import problem_in


def a_record(game: str = "penguins") -> str:
    return Table(find_game(game), {"players": 2}, seed="5e" * 32).record().to_text()


def a_long_record(steps: int) -> str:
    """A record of so many steps: sessions of Small Fry, up to a thousand points."""
    options: dict[str, object] = {"players": 2, "target": 1000}
    table = Table(find_game("smallfry"), options, seed="5e" * 32)
    while table.length < steps:
        (seat,) = table.state.to_act
        table.submit(seat, table.view(seat).legal[0])
    return Record(FORMAT, "smallfry", options, table.record().moves[:steps]).to_text()


def upload(server: InProcessServer, person: Person, record: str) -> tuple[int, str]:
    """The status of the answer, and where it leads or what it says."""
    with server.browser(person) as browser:
        answer = browser.post("/records", files={"record": ("a.json", record)})
        return answer.status_code, answer.headers.get("location", answer.text)


def test_a_record_with_too_many_steps_is_refused_before_it_is_replayed(server: InProcessServer) -> None:
    ann = server.person("Ann")
    assert upload(server, ann, a_long_record(MOST_OPENING_STEPS))[0] == 303
    status, text = upload(server, ann, a_long_record(MOST_OPENING_STEPS + 1))
    assert (status, "at most 3000" in text) == (422, True)
    nonsense = Record(FORMAT, "penguins", {"players": 2}, ("x",) * 15_000).to_text()
    assert "at most 3000" in upload(server, ann, nonsense)[1]


def test_others_are_answered_while_records_are_replayed(server: InProcessServer) -> None:
    ann, bob = server.person("Ann"), server.person("Bob")
    table = server.table("penguins", [bob, bob])
    cache = server.tables._cache
    cache._forget([live for live in cache if live.id == table], now() + 1)
    gate = threading.Event()
    with ThreadPoolExecutor() as pool:
        before = pool.submit(server.run, server.tables.replays.run(gate.wait, 60))
        waiting = pool.submit(upload, server, ann, a_record())
        with server.browser(bob) as browser:
            assert browser.get(f"/tables/{table}").status_code == 200
            assert not waiting.done()
        gate.set()
        assert before.result(60)
        assert waiting.result(60)[0] == 303


def test_a_person_can_open_only_so_many_records_in_a_month(server: InProcessServer) -> None:
    ann, bob = server.person("Ann"), server.person("Bob")
    month = 30 * 24 * 3600 * 1000

    def keep(number: int, made_at: int, opening: tuple[str, ...]) -> None:
        row = TableRow(f"{ann.id}{number}", "penguins", {}, "5e" * 32, opening, {}, ann.id, made_at, public=False)
        seats = [Seating(0, "person", "Ann", ann.id)]
        server.run(
            server.tables.store.create_table(row, seats, TableSummary(over=False, waiting=(), length=0, changed_at=0))
        )

    for number in range(10):
        keep(number, now() - month - 1000, ("x",))
        keep(100 + number, now(), ())
    for number in range(199):
        keep(200 + number, now() - month + 60_000, ("x",))
    assert upload(server, ann, a_record())[0] == 303, (
        "those before, and tables that began at the beginning, do not count"
    )
    status, text = upload(server, ann, a_record())
    assert (status, "200 records and positions in 30 days" in text) == (409, True)
    with server.browser(ann) as browser:
        kept = server.table("penguins", [ann, ann])
        assert problem_in(browser.post(f"/tables/{kept}/branch", data={"step": "1", "seat": "A"})) == (409, "refused")
        assert browser.post("/tables", data={"game": "penguins"}).status_code == 303, "they can still play"
    assert upload(server, bob, a_record())[0] == 303
