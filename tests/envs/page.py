"""The tables of docs/environments.md, from the encodings themselves: `python -m tests.envs.page` prints them."""

from shoal.envs.setting import Setting
from tests.envs.tables import GAMES

__all__ = ["action_table", "observation_table"]


def observation_table(game: str) -> str:
    """The parts of an observation for two players."""
    encoding = Setting(game, {}, "win").encoding
    lines = [f"| part of {encoding.size:,} | shape | up to | meaning |", "|---|---|---|---|"]
    for part in encoding.parts:
        shape = " × ".join(map(str, part.shape))
        lines.append(f"| `{part.name}` | {shape} | {part.most} | {part.meaning} |")
    return "\n".join(lines)


def action_table(game: str) -> str:
    """The ranges of actions for two players."""
    encoding = Setting(game, {}, "win").encoding
    lines = [f"| actions of {encoding.actions:,} | kind | meaning |", "|---|---|---|"]
    first = 0
    for each in encoding.ranges:
        lines.append(f"| {first}–{first + each.count - 1} | {each.name} | {each.meaning} |")
        first += each.count
    lines.append(f"| {first} | wait | what a seat does that has nothing to do, where all act at once |")
    return "\n".join(lines)


if __name__ == "__main__":
    for name in GAMES:
        print(name, observation_table(name), "", action_table(name), "", sep="\n")
