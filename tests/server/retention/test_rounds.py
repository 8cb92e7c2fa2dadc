"""What is out of date is deleted in rounds, here and in other processes' memory; the archive has it first."""

import asyncio
import json
import time
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from shoal.core import ShoalError
from shoal.server import timestamps
from shoal.server.retention import rounds
from shoal.server.retention.archive import Archive, ArchiveFailed
from shoal.server.retention.periods import KeepPeriods, parse_keep
from shoal.server.retention.person_deletion import PersonDeletion
from shoal.server.retention.rounds import Retention
from shoal.server.security.identity import new_person
from shoal.server.tables.access import TableNotFound
from shoal.server.tables.commands import TakeStep
from shoal.server.tables.service import TableService
from shoal.server.timestamps import ServerClock, now
from shoal.store import DesignRow, PadRow, Person, PuzzleProgressRow, Seating
from tests.server.retention.conftest import service_on

pytestmark = pytest.mark.anyio

DAY = 24 * 3600 * 1000


def retention_of(service: TableService, archive: Archive | None = None, keep: KeepPeriods | None = None) -> Retention:
    return Retention(service, PersonDeletion(service), keep or KeepPeriods(), archive)


async def visit(service: TableService, person: Person, *, steps: int = 1, game: str = "penguins") -> str:
    """Somebody sets up a table for two at one screen, takes some steps, and has a score pad and a design."""
    await service.store.save_person(person)
    seats = [Seating(seat, "person", f"Seat {seat}", person.id) for seat in range(2)]
    table_id = await service.create_table(person.id, game, {"players": 2}, seats, settings={})
    for _ in range(steps):
        await take_step(service, person.id, table_id)
    await service.store.create_pad(PadRow(f"pad{table_id}", person.id, game, b"\x00", 1, now()))
    design = DesignRow(f"design{table_id}", person.id, game, "Deck", b"\x00", "", 1, now(), now())
    assert await service.store.create_design(design, 1000)
    if await service.store.puzzle_progress(person.id) is None:
        assert await service.store.save_puzzle_progress(PuzzleProgressRow(person.id, b"{}", 1, now()))
    return table_id


async def take_step(service: TableService, person: str, table_id: str) -> None:
    snapshot = await service.snapshot(table_id)
    seat = snapshot.to_act[0]
    step = str(snapshot.table.view(seat).legal[0])
    await service.execute(person, table_id, TakeStep(seat=seat, step=step, position_id=snapshot.position_id))


async def test_a_stranger_is_forgotten_bit_by_bit(service: TableService) -> None:
    played, looked = new_person(), new_person()
    begun, empty = await visit(service, played), await visit(service, looked, steps=0)
    retention = retention_of(service)
    assert await retention.round(now() + DAY) == {"tables": 0, "pads": 0, "designs": 0, "puzzles": 0, "people": 0}
    assert await retention.round(now() + 3 * DAY) == {"tables": 1, "pads": 2, "designs": 2, "puzzles": 0, "people": 0}
    assert (await service.snapshot(begun)).event_number == 1
    with pytest.raises(TableNotFound):
        await service.snapshot(empty)
    assert await retention.round(now() + 31 * DAY) == {"tables": 1, "pads": 0, "designs": 0, "puzzles": 0, "people": 0}
    assert await retention.round(now() + 91 * DAY) == {"tables": 0, "pads": 0, "designs": 0, "puzzles": 2, "people": 2}
    assert await service.store.person(played.id) is None
    assert retention.deleted == {"tables": 2, "pads": 2, "designs": 2, "puzzles": 2, "people": 2}
    assert retention.rounds == 4


async def test_a_named_person_is_kept_until_nobody_can_be_them_again(service: TableService) -> None:
    ann, bob = Person("ann", "Ann", {}, 1, now()), Person("bob", "Bob", {}, 1, now() + 300 * DAY)
    alone = await visit(service, ann)
    await service.store.save_person(bob)
    seats = [Seating(0, "person", "Ann", "ann"), Seating(1, "person", "Bob", "bob")]
    shared = await service.create_table("ann", "penguins", {"players": 2}, seats, settings={})
    retention = retention_of(service)
    assert (await retention.round(now() + 395 * DAY))["tables"] == 0
    # Bob was seen later, so the game goes on for him, with a bot in her place.
    assert await retention.round(now() + 397 * DAY) == {
        "tables": 1,
        "pads": 0,
        "designs": 0,
        "puzzles": 1,
        "people": 1,
    }
    assert await service.store.table(alone) is None
    stored = await service.store.table(shared)
    assert stored is not None
    assert (stored.seats[0].kind, stored.seats[0].name, stored.seats[0].person) == ("bot", "Ann", None)
    assert stored.row.maker is None
    assert (await service.snapshot(shared)).seats_of("bob") == (1,)


async def test_thousands_are_deleted_in_bites(service: TableService) -> None:
    """More than a page of the scan and many bites of tables."""
    person = new_person()
    for _ in range(230):
        await visit(service, person, steps=0)
    begun = await visit(service, person)
    retention = retention_of(service)
    assert await retention.round(now() + 3 * DAY) == {
        "tables": 230,
        "pads": 231,
        "designs": 231,
        "puzzles": 0,
        "people": 0,
    }
    assert (await service.snapshot(begun)).event_number == 1
    assert service.occupancy()["tables"] == 1, "what was deleted has left memory"


async def test_a_deleted_table_in_memory_refuses_steps_and_tells_its_feeds(service: TableService) -> None:
    person = new_person()
    table_id = await visit(service, person, steps=0)
    snapshot = await service.snapshot(table_id)
    async with service.listen(table_id, person.id) as feed:
        feed.changed.clear()
        await service.store.delete_stale("tables", KeepPeriods().cutoffs(now() + 3 * DAY), {table_id: 0})
        # Nobody has told this process yet.
        step = TakeStep(seat=0, step=str(snapshot.table.view(0).legal[0]), position_id=snapshot.position_id)
        with pytest.raises(TableNotFound), capture_logs() as logs:
            await service.execute(person.id, table_id, step)
        assert logs == []
        async with asyncio.timeout(30):
            await feed.changed.wait()
    with pytest.raises(TableNotFound):
        await service.snapshot(table_id)
    assert await service.store.table(table_id) is None


async def test_another_process_lets_go_of_a_deleted_table(services: tuple[TableService, TableService]) -> None:
    here, there = services
    person = new_person()
    table_id = await visit(here, person, steps=0)
    await there.snapshot(table_id)
    async with asyncio.timeout(30), there.listen(table_id, person.id) as feed:
        feed.changed.clear()
        assert (await retention_of(here).round(now() + 3 * DAY))["tables"] == 1
        await feed.changed.wait()
        with pytest.raises(TableNotFound):
            await there.snapshot(table_id)


async def test_a_deletion_that_a_process_missed_is_noticed_when_it_listens_again(
    services: tuple[TableService, TableService],
) -> None:
    here, there = services
    table_id = await visit(here, new_person(), steps=0)
    await there.snapshot(table_id)
    await there.store.processes.leave()
    await retention_of(here).round(now() + 3 * DAY)
    await there._compare_with_store()
    async with asyncio.timeout(30):
        while there.occupancy()["tables"]:
            await asyncio.sleep(0.01)


async def test_of_several_processes_one_goes_round(services: tuple[TableService, TableService]) -> None:
    here, there = (retention_of(service) for service in services)
    async with asyncio.timeout(30):
        while not all(service.store.processes.listening for service in services):
            await asyncio.sleep(0.01)
    assert await services[0].store.processes.claim(rounds._CLAIM)
    await there._round_if_nobody_else_does()
    assert there.rounds == 0
    await services[0].store.processes.release(rounds._CLAIM)
    await here._round_if_nobody_else_does()
    await there._round_if_nobody_else_does()
    assert (here.rounds, there.rounds) == (1, 1)


def days_ahead(days: int) -> ServerClock:
    return ServerClock(system=lambda: time.time_ns() + days * DAY * 1_000_000)


async def listening(service: TableService) -> None:
    """Wait until the service has stored a heartbeat and hears of what other processes do."""
    async with asyncio.timeout(30):
        while not service.store.processes.listening or (await service.store.last_moments()).heartbeat is None:
            await asyncio.sleep(0.01)


@pytest.mark.parametrize(("away", "held"), [(10, 10), (9000, 30)])
async def test_after_days_without_a_server_nothing_is_deleted_until_people_could_come_back(
    url: str, away: int, held: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a start with the system's clock far in the future: then everything seems to be out of date."""
    async with service_on(url) as service:
        table_id = await visit(service, new_person())
        await listening(service)
        retention = retention_of(service)
        await retention._round_if_nobody_else_does()
        assert retention.rounds == 1
    monkeypatch.setattr(timestamps, "server_clock", days_ahead(away))
    async with service_on(url) as service:
        await listening(service)
        retention = retention_of(service)
        await retention._round_if_nobody_else_does()
        assert retention.rounds == 0
        assert (await service.snapshot(table_id)).event_number == 1
        monkeypatch.setattr(timestamps, "server_clock", days_ahead(away + held - 1))
        await retention._round_if_nobody_else_does()
        assert retention.rounds == 0
        monkeypatch.setattr(timestamps, "server_clock", days_ahead(away + held + 31))
        await retention._round_if_nobody_else_does()
        assert retention.deleted["tables"] == 1


async def test_what_is_deleted_is_in_the_archive_first(service: TableService, tmp_path: Path) -> None:
    person, gone = new_person(), Person("gone", "Gus", {"theme": "dark"}, 1, 1)
    table_id = await visit(service, person)
    await service.store.save_person(gone)
    await retention_of(service, Archive(tmp_path / "archive")).round(now() + 91 * DAY)
    (file,) = (tmp_path / "archive").iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    header, *rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert header == {"format": "shoal-archive", "version": 1}
    assert sorted(name for name, _ in rows) == [
        "acts",
        "designs",
        "pads",
        "people",
        "people",
        "puzzle_progress",
        "seats",
        "seats",
        "tables",
    ]
    kept = {name: row for name, row in rows if name != "people"}
    assert kept["tables"]["id"] == kept["acts"]["table_id"] == table_id
    assert kept["tables"]["options"] == '{"players":2}'
    assert kept["pads"]["sheet"] == kept["designs"]["sheet"] == "AA=="
    assert {row["id"]: row["settings"] for name, row in rows if name == "people"} == {
        "gone": '{"theme":"dark"}',
        person.id: "{}",
    }


async def test_nothing_is_deleted_that_the_archive_cannot_take(service: TableService, tmp_path: Path) -> None:
    table_id = await visit(service, new_person(), steps=0)
    archive = Archive(tmp_path / "archive")
    (tmp_path / "archive").rmdir()
    (tmp_path / "archive").write_text("no folder", encoding="utf-8")
    with pytest.raises(ArchiveFailed):
        await retention_of(service, archive).round(now() + 3 * DAY)
    assert await service.store.table(table_id) is not None
    with pytest.raises(ArchiveFailed):
        Archive(tmp_path / "archive")


async def test_a_failure_is_logged_once_and_each_round_once(
    service: TableService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounds, "_FIRST_ROUND_SECONDS", 0)
    monkeypatch.setattr(rounds, "_ROUND_SECONDS", 0.01)
    await service.store.save_person(Person("gone", "Gus", {}, 1, 1))
    archive = Archive(tmp_path / "archive")
    (tmp_path / "archive").rmdir()
    retention = retention_of(service, archive)
    async with asyncio.timeout(60):
        while not service.store.processes.listening:
            await asyncio.sleep(0.01)
        with capture_logs() as logs:
            retention.start()
            while retention.failures < 3:
                await asyncio.sleep(0.01)
            (tmp_path / "archive").mkdir()
            while retention.rounds < 2:
                await asyncio.sleep(0.01)
            await retention.close()
    assert [entry["log_level"] for entry in logs][:2] == ["error", "info"]
    assert [entry["event"] for entry in logs].count("what is out of date is not deleted") == 1
    assert logs[1]["people"] == 1


async def test_everything_is_kept_if_that_is_wanted(service: TableService) -> None:
    await visit(service, new_person(), steps=0)
    forever = parse_keep("forever")
    assert forever.forever
    assert await retention_of(service, keep=forever).round(now() + 9999 * DAY) == {
        "tables": 0,
        "pads": 0,
        "designs": 0,
        "puzzles": 0,
        "people": 0,
    }


def test_periods_are_read_from_the_settings() -> None:
    assert parse_keep("") == KeepPeriods()
    assert parse_keep("finished=365, people=forever") == KeepPeriods(finished=365, people=None)
    for wrong in ("finished", "finished=", "finished=0", "finished=x", "tables=3", "finished=99999", "never", "=3"):
        with pytest.raises(ShoalError, match="--keep"):
            parse_keep(wrong)


async def test_the_metrics_count_what_was_deleted(service: TableService) -> None:
    from shoal.server.metrics import Metrics

    await visit(service, new_person(), steps=0)
    retention, metrics = retention_of(service), Metrics()
    metrics.observe_retention(retention)
    await retention.round(now() + 3 * DAY)
    text = metrics.text().decode()
    assert 'shoal_retention_deleted_total{kind="tables"} 1.0' in text
    assert "shoal_retention_rounds_total 1.0" in text
    assert "shoal_retention_errors_total 0.0" in text
