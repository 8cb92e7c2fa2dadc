"""The golden numbers of all encodings, and how they are made: `python -m tests.envs.golden` writes `golden.json` anew.

A change there means that learned policies read other numbers than those they were trained on: raise the `version` of
the encoding. Only a new release of OpenSpiel may change the playthroughs alone.
"""

import hashlib
import json
import random
from pathlib import Path
from typing import Any, Final

import numpy as np
from open_spiel.python.algorithms.generate_playthrough import playthrough

import shoal.envs.openspiel  # noqa: F401
from shoal.core import find_game
from shoal.envs.setting import Setting
from tests.envs.tables import TABLES

__all__ = ["FILE", "golden_game", "golden_layout", "golden_playthrough", "key"]

FILE: Final = Path(__file__).with_name("golden.json")


def key(game: str, players: int) -> str:
    """What a table is called in the file."""
    return f"{game}, {players} players"


def golden_layout(game: str, players: int) -> dict[str, Any]:
    """The layout of observations and actions."""
    encoding = Setting(game, {"players": players}, "win").encoding
    return {
        "version": encoding.version,
        "parts": [f"{part.name} {list(part.shape)} to {part.most}" for part in encoding.parts],
        "actions": [f"{each.name} {each.count}" for each in encoding.ranges],
        "outcomes": encoding.outcomes,
    }


def golden_game(game: str, players: int) -> dict[str, Any]:
    """A random game by action numbers: which were taken, and a digest of all observations and masks on the way."""
    setting = Setting(game, {"players": players}, "win")
    episode, rng = setting.new_episode(np.random.default_rng(1)), random.Random(1)
    digest, actions = hashlib.sha256(), []
    while not episode.over:
        seen = [episode.observe(seat) for seat in episode.table.seats]
        for observation in seen:
            digest.update(observation["observation"].astype("<f4").tobytes())
            digest.update(observation["action_mask"].tobytes())
        seat = episode.to_act[0]
        actions.append(rng.choice(np.flatnonzero(seen[seat]["action_mask"]).tolist()))
        episode.take(seat, actions[-1])
    return {
        "moves": " ".join(episode.table.record().moves),
        "actions": " ".join(map(str, actions)),
        "observations": digest.hexdigest(),
        "utilities": setting.rewards(episode),
    }


def golden_playthrough(game: str, players: int) -> str:
    """A digest of the text that OpenSpiel writes of a random game: all that it asks of every state."""
    # A match of Small Fry to 77 points takes thousands of steps, all alike.
    short = ",target=1" if any(field.name == "target" for field in find_game(game).fields) else ""
    text = playthrough(f"python_shoal_{game}(players={players}{short})", None, seed=1)
    return hashlib.sha256(text.encode()).hexdigest()


def main() -> None:
    """Write the file."""
    tables = {
        key(game, players): {
            "layout": golden_layout(game, players),
            "game": golden_game(game, players),
            "playthrough": golden_playthrough(game, players),
        }
        for game, players in TABLES
    }
    FILE.write_text(json.dumps(tables, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
