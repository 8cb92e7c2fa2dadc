"""The walk-through of docs/writing-a-game.md: its code is a whole small game, and all that it promises holds."""

import random
import re
import shutil
from functools import reduce
from itertools import product
from operator import xor
from pathlib import Path

import pytest

from shoal.cli.skeleton.src.nim.game import GAME
from shoal.cli.skeleton.src.nim.state import State
from shoal.core.conformance import check_game, random_seed
from shoal.core.table import Table
from tests.cli.conftest import Shoal
from tests.installing import NIM, install

PAGE = Path(__file__).parent.parent.parent / "docs" / "writing-a-game.md"
#: What a reader types: everything but the page that introduces the project to others.
TYPED = sorted(
    path for path in NIM.rglob("*.*") if path.is_file() and path.suffix != ".pyc" and path.name != "README.md"
)


def blocks(start: str) -> list[tuple[str, str]]:
    """The file and the text of each code block that such words lead up to."""
    text = PAGE.read_text(encoding="utf-8")
    found = re.findall(
        rf"(?:^|(?<=\. )){start} `([^`]+)`[^`\n]*(?:`[^`]+`[^`\n]*)*:\n\n```\w+\n(.*?)^```", text, re.M | re.S
    )
    assert found
    return found


@pytest.mark.parametrize("path", TYPED, ids=lambda path: path.name)
def test_the_page_shows_every_line_of_the_game_once_and_no_other(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").split("\n")
    shown = [0] * len(lines)
    for file, text in blocks("In"):
        if NIM / file != path:
            continue
        block = text.removesuffix("\n").split("\n")
        starts = [at for at in range(len(lines)) if lines[at : at + len(block)] == block]
        assert len(starts) == 1, f"{path.name} does not have these lines once:\n{text}"
        for number in range(len(block)):
            shown[starts[0] + number] += 1
    for line, times in zip(lines, shown, strict=True):
        assert times == 1 or (not line and not times), f"{path.name}: {line!r} is shown {times} times"


def test_the_page_shows_no_file_that_is_not_there() -> None:
    assert {NIM / file for file, _ in blocks("In")} == set(TYPED)


def test_the_whole_game_takes_less_than_150_lines_of_python() -> None:
    texts = [path.read_text(encoding="utf-8") for path in TYPED if path.suffix == ".py"]
    assert sum(len(text.splitlines()) for text in texts) < 150


@pytest.mark.parametrize("heaps", [(1, 1, 1), (3, 5, 7), (7, 7, 7), (1, 2, 3), (7, 1, 1)])
def test_the_game_keeps_the_contract_over_all_its_options(heaps: tuple[int, ...]) -> None:
    for seed in range(20):
        check_game(GAME, {"heaps": list(heaps)}, random.Random(seed), longest=sum(heaps))


def test_the_bot_wins_whenever_it_can() -> None:
    rng = random.Random(1)
    for heaps in product(range(1, 5), repeat=3):
        table = Table(GAME, {"heaps": heaps}, seed=random_seed(rng))
        perfect = 0 if reduce(xor, heaps) else 1
        bot = GAME.bots()["perfect"](rng)
        while not table.over:
            seat = table.state.to_act[0]
            view = table.view(seat)
            table.submit(seat, bot.choose(view) if seat == perfect else rng.choice(view.legal))
        assert table.state.result is not None
        assert table.state.result.winners == (perfect,)


def test_a_state_draws_itself_in_a_notebook() -> None:
    assert State((3, 5, 7))._repr_html_().startswith('<img src="data:image/svg+xml')


def test_the_game_is_played_to_its_end_through_a_pipe(shoal: Shoal, tmp_path: Path) -> None:
    path = install(NIM, tmp_path / "site")
    # Whichever of the last two sticks the bot takes, one of these lines is refused and the other wins.
    done = shoal("play", "nim", "--brief", "-o", "heaps=1,1,1", stdin="1-1\n2-1\n3-1\n", PYTHONPATH=path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "end A 1 0"
    assert "commitment" not in done.stdout
    assert "three heaps of sticks" in shoal("rules", "nim", PYTHONPATH=path).stdout
    assert "last stick wins · 2 players" in shoal("games", COLUMNS="200", PYTHONPATH=path).stdout


def test_the_game_can_be_played_before_it_has_a_page_and_rules(shoal: Shoal, tmp_path: Path) -> None:
    project = tmp_path / "project"
    shutil.copytree(NIM, project)
    shutil.rmtree(project / "src" / "nim" / "page")
    (project / "src" / "nim" / "RULES.md").unlink()
    game = project / "src" / "nim" / "game.py"
    (block,) = [text for _, text in blocks("In") if "class HeapPage" in text]
    game.write_text(game.read_text(encoding="utf-8").replace(block, ""), encoding="utf-8")
    site = install(project, tmp_path / "site")
    done = shoal("play", "nim", "--seats", "Ada,Bo", stdin="1-3\n2-5\n3-7\n", PYTHONPATH=site)
    assert done.returncode == 0, done.stderr
    assert "Winner: Ada – took the last stick" in done.stdout
    assert shoal("rules", "nim", PYTHONPATH=site).stderr == "shoal: nim has no rule page\n"


def test_what_the_page_adds_at_the_end_works(shoal: Shoal, tmp_path: Path) -> None:
    """A told log, five levels, another language, a study: the blocks that begin with "For instance"."""
    project = tmp_path / "project"
    shutil.copytree(NIM, project)
    for file, text in blocks("For instance, in"):
        path = project / file
        if path.suffix == ".py":
            path.write_text(_with_block(path.read_text(encoding="utf-8"), text), encoding="utf-8")
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
    site = install(project, tmp_path / "site")
    told = shoal("play", "nim", "--seats", "Ada,shark", "-o", "heaps=1,1,1", stdin="1-1\nlog\n", PYTHONPATH=site)
    assert "Ada took 1 from heap 1" in told.stdout, told.stderr
    levels = shoal("games", "nim", "--lang", "fr", PYTHONPATH=site, COLUMNS="200").stdout
    assert "minnow, perch, salmon, pike, shark" in levels
    assert "Prenez des bâtons d'un seul tas à la fois" in levels
    asked = shoal("play", "nim", "--lang", "fr", "--seats", "Ada,Bo", stdin="moves\n", PYTHONPATH=site).stdout
    assert "prendre 1 bâton du tas 1" in asked
    assert "prendre 7 bâtons du tas 3" in asked
    studied = shoal("study", "nim", "--bots", "random", "--games", "2", PYTHONPATH=site)
    assert "Sticks taken at once" in studied.stdout, studied.stderr
    assert "from heap 3" in studied.stdout


def _with_block(code: str, block: str) -> str:
    """A block of methods goes to the end of the game's class, a class before it, an import to the top."""
    if block.startswith("from "):
        return block + code
    anchor = "    def page(" if block.startswith("    ") else "class NimGame("
    return code.replace(anchor, f"{block}\n\n{anchor}", 1)
