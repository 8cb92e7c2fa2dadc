"""Settings and fixtures shared by all tests."""

import importlib.util
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from shoal.core import Game

settings.register_profile(
    "shoal",
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("shoal")

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def tide() -> Game:
    """The example game: small, with chance and sealed choices, and no part of the package."""
    spec = importlib.util.spec_from_file_location("tide", ROOT / "examples" / "tide.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    game = module.GAME
    assert isinstance(game, Game)
    return game
