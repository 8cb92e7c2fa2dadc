"""`shoal play` through a pipe and at a terminal: whole games, undo, save and resume; nothing is lost."""

import json
import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from shoal.cli.play.autosave import Autosave
from shoal.cli.play.game_loop import GameLoop
from shoal.cli.play.line_protocol import LineDisplay
from shoal.core import Dealer, State, Table, find_game
from tests.cli.conftest import Shoal
from tests.games.smallfry.engine.positions import any_moment

SEED = "7c" * 32


def _play_through_pipe(home: Path, *words: str) -> list[str]:
    """Play a whole game through a pipe, answering every question with the first legal step."""
    program = Path(sys.executable).parent / "shoal"
    out: list[str] = []
    with subprocess.Popen(
        [str(program), "play", *words, "--brief"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={"HOME": str(home), "PATH": os.environ["PATH"]},
    ) as game:
        assert game.stdin is not None
        assert game.stdout is not None
        listing, first_step = False, ""
        for _ in range(100_000):
            line = game.stdout.readline().rstrip("\n")
            if not line:
                break
            out.append(line)
            if line.startswith("- "):
                first_step = first_step or line[2:]
            elif line.startswith("?") and not listing:
                listing, first_step = True, ""
                game.stdin.write("moves\n")
                game.stdin.flush()
            elif line.startswith("?"):
                listing = False
                game.stdin.write(f"{first_step}\n")
                game.stdin.flush()
    assert game.returncode == 0
    return out


def test_who_begins_gets_seat_a(home: Path, shoal: Shoal) -> None:
    file = home / "game.shoal.json"

    def seats(*words: str) -> tuple[list[str], dict[str, object]]:
        file.unlink(missing_ok=True)
        answer = shoal("play", "penguins", "-s", "Ada,Bo,Cy", "--seed", SEED, "--save", str(file), "--brief", *words)
        assert answer.stderr == ""
        record = json.loads(file.read_text(encoding="utf-8"))
        assert ("# Lots were drawn: " + record["seats"][0] + " begins." in answer.stdout) == ("lot" in record["fair"])
        return record["seats"], record["fair"]

    assert seats()[0] == ["Ada", "Bo", "Cy"]
    assert seats("--begins", "3")[0] == ["Cy", "Ada", "Bo"]
    names, fair = seats("--begins", "lot")
    assert fair["lot"] == Dealer(SEED).draw_lot(3) == ["Ada", "Bo", "Cy"].index(names[0])
    assert "who begins follows from it too" in shoal("verify", str(file)).stdout
    assert "--begins" in shoal("play", "--resume", str(file), "--begins", "2").stderr
    for wrong in ("0", "4", "-1", "Ada", "", "9" * 5000):
        answer = shoal("play", "penguins", "-s", "Ada,Bo,Cy", "--begins", wrong)
        assert answer.returncode == 2
        assert "--begins: expected a number from 1 to 3 or lot" in answer.stderr


def test_colours_are_chosen_for_the_seats_and_named_on_the_screen(home: Path, shoal: Shoal) -> None:
    file = home / "game.shoal.json"
    words = ("play", "penguins", "-s", "Ada,Bo,Cy", "--save", str(file))
    drawn = shoal(*words, "--colours", "blue,,red", "--begins", "2", stdin="quit\n").stdout
    assert [name in drawn for name in ("Bo (green)", "Cy (red)", "Ada (blue)")] == [True, True, True]
    assert "blue" not in file.read_text(encoding="utf-8"), "a record knows no colours"
    again = shoal("play", "--resume", str(file), "--colours", "yellow", stdin="quit\n").stdout
    assert "Bo (yellow)" in again, "seat A"
    for wrong, reason in {
        "pink": "there is no colour 'pink': expected one of red, blue, green, yellow",
        "red,red": "two players cannot both have the colour red",
        "red,blue,green,yellow": "--colours: found 4 colours, expected at most 3",
    }.items():
        refused = shoal("play", "penguins", "-s", "Ada,Bo,Cy", "--colours", wrong)
        assert refused.returncode == 2
        assert reason in refused.stderr
    assert "smallfry has no colours" in shoal("play", "smallfry", "--colours", "red").stderr
    assert "colours: red, blue, green, yellow" in shoal("games", "penguins").stdout


@pytest.mark.parametrize("words", [
    ["penguins", "--seats", "me,greedy"],
    ["penguins", "--seats", "Ada,Grace,random", "-o", "edition=cs"],
    ["smallfry", "--seats", "me,greedy", "-o", "target=20"],
    ["fishtank", "--seats", "me,greedy"],
    ["fishtank", "--seats", "me,you,random"],
])  # fmt: skip
def test_a_whole_game_can_be_driven_through_a_pipe(home: Path, shoal: Shoal, words: list[str]) -> None:
    file = home / "game.shoal.json"
    out = _play_through_pipe(home, *words, "--seed", SEED, "--save", str(file))
    assert re.fullmatch(r"end [A-F](,[A-F])* \d+( \d+)+", out[-1])
    record = json.loads(file.read_text(encoding="utf-8"))
    assert " ".join(str(score) for score in record["result"]["scores"]) == out[-1].split(" ", 2)[2]
    assert shoal("verify", str(file)).returncode == 0


def test_the_same_seed_and_lines_give_the_same_game(home: Path) -> None:
    words = ["fishtank", "--seats", "me,greedy,random", "--seed", SEED]
    assert _play_through_pipe(home, *words) == _play_through_pipe(home, *words)


def test_hidden_cards_of_others_never_reach_the_pipe(home: Path) -> None:
    out = _play_through_pipe(home, "fishtank", "--seats", "me,greedy,random", "--seed", SEED)
    dealt = [line for line in out if re.match(r"= =[BC]:", line)]
    assert dealt
    assert all(line.endswith(":?") for line in dealt)
    assert any(re.match(r"= =A:[a-z]+", line) for line in out)


def test_the_screen_without_a_terminal_shows_the_board_and_reads_lines(shoal: Shoal) -> None:
    done = shoal("play", "penguins", "--seats", "me,greedy", "--seed", SEED, stdin="moves\nnonsense\n1\n")
    assert done.returncode == 1, "the input ended before the game"
    assert "\x1b" not in done.stdout
    assert "nonsense" in done.stderr


def test_undo_takes_back_the_step_and_the_bots_answer(shoal: Shoal) -> None:
    done = shoal("play", "penguins", "--seats", "me,greedy", "--seed", SEED, "--brief", stdin="1\nundo\nundo\n2\n")
    lines = [line for line in done.stdout.splitlines() if not line.startswith("#")]
    assert [line for line in lines if line.startswith("!")] == ["! nothing to take back: nobody has acted yet"]
    assert sum(line.startswith("A ") for line in lines) == 2
    assert "undo 1" in lines, "only the deal still stands"


def test_undo_stops_where_something_was_revealed(shoal: Shoal) -> None:
    done = shoal("play", "smallfry", "--seats", "a,b", "--seed", SEED, "--brief", stdin="flip\nundo\n")
    assert "! nothing to take back: chance has acted since" in done.stdout


def test_a_saved_game_goes_on_where_it_stopped(shoal: Shoal, home: Path) -> None:
    file = home / "half.shoal.json"
    words = ["play", "penguins", "--seats", "Ada,Grace", "--seed", SEED, "--brief"]
    done = shoal(*words, "--save", str(file), stdin="1\n2\n3\nquit\n")
    assert done.returncode == 0
    assert f"shoal play --resume {file}" in done.stdout
    saved = json.loads(file.read_text(encoding="utf-8"))
    assert saved["seats"] == ["Ada", "Grace"]
    assert len(saved["moves"]) == 4
    done = shoal("play", "--resume", str(file), "--brief", stdin="1\nquit\n")
    assert len(json.loads(file.read_text(encoding="utf-8"))["moves"]) == 5
    assert "? B" in done.stdout


def _resume_command(out: str) -> Path:
    found = re.search(r"shoal play --resume (\S+)", out)
    assert found is not None, out
    return Path(found[1])


def test_a_game_through_a_pipe_is_kept_too(shoal: Shoal) -> None:
    done = shoal("play", "smallfry", "--seats", "me,random", "--brief", stdin="flip\n")
    assert done.returncode == 1, "the input ended before the game"
    file = _resume_command(done.stdout)
    assert json.loads(file.read_text(encoding="utf-8"))["moves"][0] == "flip"
    again = shoal("play", "--resume", "last", "--brief", stdin="quit\n")
    assert again.returncode == 0
    assert _resume_command(again.stdout) == file


def test_games_that_begin_in_one_second_are_kept_in_files_of_their_own(shoal: Shoal, home: Path) -> None:
    for _ in range(3):
        shoal("play", "penguins", "--seats", "me,random", "--brief", stdin="quit\n")
    assert len(list(home.rglob("penguins-*.shoal.json"))) == 3


def test_a_game_that_cannot_be_saved_to_its_file_is_kept_in_the_data_folder(shoal: Shoal) -> None:
    words = ["play", "smallfry", "--save", "/proc/x/y.json", "--brief", "--seats", "me,random"]
    done = shoal(*words, stdin="flip\nquit\n")
    assert done.returncode == 0
    assert done.stdout.count("/proc/x/y.json cannot be written.") == 1, "told once, not at every step"
    file = _resume_command(done.stdout)
    assert file != Path("/proc/x/y.json")
    assert json.loads(file.read_text(encoding="utf-8"))["moves"][0] == "flip"


def test_a_game_that_can_be_saved_nowhere_is_said_to_be_lost(shoal: Shoal, home: Path) -> None:
    (home / "data").write_text("a file where the data folder should be", encoding="utf-8")
    words = ["play", "smallfry", "--save", "/proc/x/y.json", "--brief", "--seats", "me,random"]
    done = shoal(*words, stdin="flip\nquit\n", XDG_DATA_HOME=str(home / "data"))
    assert done.returncode == 3
    assert "it is lost" in done.stdout
    assert "--resume" not in done.stdout
    assert sum("cannot write" in line for line in done.stdout.splitlines()) == 1, "told once, not at every step"


def test_a_finished_game_that_could_not_be_saved_has_an_exit_status_of_its_own(shoal: Shoal, home: Path) -> None:
    (home / "data").write_text("", encoding="utf-8")
    done = shoal("play", "penguins", "--seats", "random,random", "--brief", XDG_DATA_HOME=str(home / "data"))
    assert done.returncode == 3
    assert "end " in done.stdout


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("sharkk", "shark"), ("Shark", "shark"), ("mino", "minnow"), ("gredy", "greedy"), ("salmo", "salmon")],
)
def test_a_name_that_is_nearly_a_bot_s_is_refused_with_the_bot_that_is_meant(
    shoal: Shoal, typed: str, meant: str
) -> None:
    done = shoal("play", "penguins", "--seats", f"me,{typed}", "--brief", stdin="quit\n")
    assert done.returncode == 2
    assert f"did you mean {meant}?" in done.stderr
    assert f"name:{typed}" in done.stderr


def test_a_person_may_be_called_like_a_bot(shoal: Shoal) -> None:
    done = shoal("play", "penguins", "--seats", "name:shark,name: Sharkk,Mark,Simon", "--brief", stdin="quit\n")
    assert done.returncode == 0
    saved = json.loads(_resume_command(done.stdout).read_text(encoding="utf-8"))
    assert saved["seats"] == ["shark", "Sharkk", "Mark", "Simon"]
    assert saved["players"] == ["human"] * 4


def test_an_existing_file_is_never_overwritten(shoal: Shoal, home: Path) -> None:
    file = home / "old.shoal.json"
    file.write_text("precious", encoding="utf-8")
    done = shoal("play", "penguins", "--seats", "me,greedy", "--save", str(file), "--brief", stdin="1\n")
    assert done.returncode == 2
    assert "already exists" in done.stderr
    done = shoal("play", "penguins", "--seats", "me,greedy", "--brief", stdin=f"save {file}\n")
    assert "already exists" in done.stdout
    assert file.read_text(encoding="utf-8") == "precious"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["chess"], "there is no game"),
        (["penguins", "--seats", "a,b,c,d,e"], "expected a whole number from 2 to 4"),
        (["penguins", "--players", "3", "--seats", "a,b"], "--seats: found 2 names, expected 3"),
        (["penguins", "-o", "edition=de"], "expected one of en, fr, cs"),
        (["penguins", "-o", "colour=red"], "expected name=value"),
        (["penguins", "--seed", "12"], "expected a seed"),
        (["penguins", "--resume", "x"], "leave GAME out"),
        (["--resume", "nowhere"], "cannot read nowhere"),
        (["--resume", "last"], "no unfinished game"),
        ([], "which game?"),
        (["penguins", "--seats", "a,"], "found an empty name"),
        (["penguins", "--seats", "a,name:"], "found an empty name"),
    ],
)
def test_a_bad_command_line_says_what_was_expected(shoal: Shoal, words: list[str], reason: str) -> None:
    done = shoal("play", *words)
    assert done.returncode == 2
    assert reason in done.stderr
    assert len(done.stderr.splitlines()) == 1


class _Terminal:
    """A real pseudo-terminal with the program on it."""

    def __init__(self, home: Path, *words: str) -> None:
        program = Path(sys.executable).parent / "shoal"
        self._master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [str(program), *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={"HOME": str(home), "PATH": os.environ["PATH"], "TERM": "xterm-256color", "COLUMNS": "80"},
            close_fds=True,
            # A run in the background ignores the interrupt key, and its children inherit that.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        os.close(slave)
        self.seen = ""

    def wait_for(self, text: str, seconds: float = 60) -> str:
        """Read until the text appears; what came before it."""
        deadline = time.monotonic() + seconds
        while text not in self.seen:
            left = deadline - time.monotonic()
            assert left > 0, f"{text!r} never came; the screen shows:\n{self.seen}"
            if select.select([self._master], [], [], left)[0]:
                try:
                    self.seen += os.read(self._master, 65536).decode("utf-8", "replace")
                except OSError:
                    break
        assert text in self.seen, self.seen
        before, _, self.seen = self.seen.partition(text)
        return before

    def type(self, line: str) -> None:
        os.write(self._master, f"{line}\n".encode())

    def close(self) -> int:
        """Wait for the program to end; its exit status."""
        return self.process.wait(30)

    def __enter__(self) -> "_Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait(30)
        os.close(self._master)


def test_a_person_at_a_terminal_plays_quits_and_comes_back(home: Path) -> None:
    with _Terminal(home, "play", "penguins", "--seed", SEED, "--seats", "Ada,greedy") as terminal:
        picture = terminal.wait_for("Ada (A)> ")
        assert "\x1b[" in picture, "colours at a terminal"
        terminal.type("1")
        terminal.wait_for("Ada (A)> ")
        terminal.type("hint")
        terminal.wait_for("Hint: ")
        terminal.wait_for("Ada (A)> ")
        terminal.type("hint")
        terminal.wait_for("Hint: ")
        terminal.wait_for("Ada (A)> ")
        terminal.type("quit")
        terminal.wait_for("Ada took 1 hint.")
        terminal.wait_for("shoal play --resume ")
        assert terminal.close() == 0
    with _Terminal(home, "play", "--resume", "last") as again:
        again.wait_for("Ada (A)> ")
        again.process.send_signal(signal.SIGINT)
        again.type("")  # an interrupt between the prompt and the wait for a key is heard with the next key
        again.wait_for("shoal play --resume ")
        assert again.close() == 0


def test_two_people_hide_their_cards_from_each_other(home: Path) -> None:
    with _Terminal(home, "play", "fishtank", "--seed", SEED, "--seats", "Ada,Grace") as terminal:
        terminal.wait_for("Ada (A)> ")
        terminal.type("1")
        terminal.wait_for("Hand the screen to Grace")
        terminal.type("")
        terminal.wait_for("Grace (B)> ")
        terminal.type("quit")
        terminal.wait_for("shoal play --resume ")
        assert terminal.close() == 0


def test_without_a_game_a_person_is_asked_which(home: Path) -> None:
    with _Terminal(home, "play", "--lang", "en") as terminal:
        terminal.wait_for("Which game?")
        terminal.type("penguins")
        terminal.wait_for("(A)> ")
        terminal.type("quit")
        terminal.wait_for("shoal play --resume ")
        assert terminal.close() == 0


class _TableAt(Table):
    """A table of Small Fry at some position."""

    def __init__(self, state: State) -> None:
        self._at = state
        super().__init__(find_game("smallfry"), {"players": len(state.scores)})

    @property
    def state(self) -> State:
        return self._at


@pytest.mark.parametrize("seed", [2, 10, 12, 28])
def test_a_hint_tells_no_more_than_the_table_displays(
    seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The strongest bot would rob otherwise if it knew what lies face down."""
    state = any_moment(seed, "octopus")
    world = state.view(state.turn).displayed().imagine(random.Random(seed))
    hints = []
    for each in (state, world):
        table = _TableAt(each)
        autosave = Autosave(table, tmp_path / "game.shoal.json")
        GameLoop(table, {}, LineDisplay(table), autosave, at_terminal=False)._do_hint(state.turn, "")
        hints.append(capsys.readouterr().out)
    assert "Hint: " in hints[0]
    assert hints[0] == hints[1]
