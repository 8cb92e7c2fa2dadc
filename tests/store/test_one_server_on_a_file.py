"""A file belongs to one server, by whatever name a second one finds it; the first goes on meanwhile."""

import asyncio
import os
import subprocess
import sys
from asyncio.subprocess import PIPE
from collections.abc import Callable
from pathlib import Path

import pytest
from bench.server_soak import SECRET, Process

from shoal.store import Store, StoreUnavailable
from tests.store.samples import play_steps, step_event, summary

pytestmark = pytest.mark.anyio


def by_its_name(file: Path) -> Path:
    return file


def by_a_dot(file: Path) -> Path:
    return Path(f"{file.parent}/./{file.name}")


def by_a_linked_folder(file: Path) -> Path:
    folder = file.parent.with_name("linked")
    folder.symlink_to(file.parent)
    return folder / file.name


def by_a_linked_file(file: Path) -> Path:
    link = file.parent.with_name("linked.db")
    link.symlink_to(file)
    return link


def by_a_link_to_a_link(file: Path) -> Path:
    link = file.with_name("again.db")
    link.symlink_to(os.path.relpath(by_a_linked_file(file), file.parent))
    return link


def by_a_hard_link(file: Path) -> Path:
    link = file.parent.with_name("hard.db")
    link.hardlink_to(file)
    return link


def by_a_new_name(file: Path) -> Path:
    """Somebody moves it while it is in use; what was written last stays beside the old name."""
    return file.rename(file.parent.with_name("renamed.db"))


def by_a_mount(file: Path) -> Path:
    mounted = file.parent.with_name("mounted.db")
    mounted.touch()
    if subprocess.run(["/bin/mount", "--bind", file, mounted], capture_output=True, check=False).returncode:
        pytest.skip("only root may mount")
    return mounted


SOFT_NAMES = (by_its_name, by_a_dot, by_a_linked_folder, by_a_linked_file, by_a_link_to_a_link)


async def join(store: Store) -> None:
    await store.join(lambda _table, _number: None, lambda: None)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "club" / "games.db"


@pytest.mark.parametrize("other_name", SOFT_NAMES)
async def test_a_second_server_is_refused_and_the_first_goes_on(file: Path, other_name: Callable[[Path], Path]) -> None:
    first = await Store.open(f"sqlite:///{file}")
    await join(first)
    await play_steps(first, 1)
    second = await Store.open(f"sqlite:///{other_name(file)}")
    with pytest.raises(StoreUnavailable, match="another server uses this database"):
        await join(second)
    await second.close()
    await first.append("t1", step_event(2), summary(2))
    assert len(await first.events_since("t1", 0)) == 2
    await first.close()


async def refusal_of_a_server_on(file: Path) -> str:
    """The line that a server on this file ends with, as a process of its own: one process knows its files by number."""
    command = [str(Path(sys.executable).with_name("shoal")), "serve", "--port", "0", "--database", f"sqlite:///{file}"]
    environment = {**os.environ, "SHOAL_SECRET": SECRET, "SHOAL_LANG": "en"}
    server = await asyncio.create_subprocess_exec(*command, env=environment, stdout=PIPE, stderr=PIPE)
    output, errors = await asyncio.wait_for(server.communicate(), 60)
    assert (server.returncode, output, errors.count(b"\n")) == (2, b"", 1), errors
    return errors.decode()


@pytest.mark.parametrize("other_name", [by_a_hard_link, by_a_new_name, by_a_mount])
async def test_a_second_server_is_refused_even_if_the_file_has_another_name_in_another_folder(
    file: Path, other_name: Callable[[Path], Path]
) -> None:
    first = await Store.open(f"sqlite:///{file}")
    await join(first)
    await play_steps(first, 1)
    other = other_name(file)
    try:
        refusal = await refusal_of_a_server_on(other)
        assert ("hard link" if other_name is by_a_hard_link else "another server uses this database") in refusal
        if other_name is by_a_new_name:
            other.rename(file)
        await first.append("t1", step_event(2), summary(2))
        assert len(await first.events_since("t1", 0)) == 2
        await first.close()
    finally:
        if other_name is by_a_mount:
            subprocess.run(["/bin/umount", other], check=True)


@pytest.mark.parametrize("other_name", SOFT_NAMES)
async def test_the_next_server_may_use_any_of_the_names_once_the_first_was_killed(
    file: Path, other_name: Callable[[Path], Path]
) -> None:
    server = Process(f"sqlite:///{file}")
    await server.start()
    await server.kill()
    store = await Store.open(f"sqlite:///{other_name(file)}")
    await join(store)
    await store.close()


async def test_a_file_with_a_hard_link_is_refused_because_sqlite_would_not_find_what_was_written_last(
    file: Path,
) -> None:
    first = await Store.open(f"sqlite:///{file}")
    await play_steps(first, 1)
    await first.close()
    link = by_a_hard_link(file)
    for name in (file, link):
        with pytest.raises(StoreUnavailable, match="hard link"):
            await Store.open(f"sqlite:///{name}")
    link.unlink()
    await (await Store.open(f"sqlite:///{file}")).close()


async def test_closing_a_store_leaves_the_locks_of_its_connections_until_the_last_is_closed(file: Path) -> None:
    """Otherwise another program that opens and closes the file would remove the log that this one still writes to."""
    first = await Store.open(f"sqlite:///{file}")
    await join(first)
    await play_steps(first, 1)
    await first.processes.leave()
    checkpoint = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('SELECT count(*) FROM acts').fetchone()"
    subprocess.run([sys.executable, "-c", checkpoint, file], check=True)
    assert file.with_name("games.db-wal").exists()
    await first.append("t1", step_event(2), summary(2))
    await first.close()
    second = await Store.open(f"sqlite:///{file}")
    assert len(await second.events_since("t1", 0)) == 2
    await second.close()
