"""Records: what is written reads back, what cannot be a record is refused with its reason, saving is safe."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from shoal.core import (
    Dealer,
    Fair,
    Game,
    Record,
    RecordError,
    Replay,
    SaveError,
    Table,
    parse_record,
    read_record,
    verify,
    write_record,
)

SEED = "5e" * 32
#: Which of two players begins if lots are drawn from this seed.
LOT = Dealer(SEED).draw_lot(2)


@pytest.fixture
def record(tide: Game) -> Record:
    """A finished game of Tide."""
    table = Table(tide, {}, seed=SEED)
    while not table.over:
        seat = table.state.to_act[0]
        table.submit(seat, table.state.legal(seat)[-1])
    return table.record()


def _changed(record: Record, **changes: object) -> Record:
    return msgspec.structs.replace(record, **changes)


def test_what_is_written_reads_back(record: Record) -> None:
    assert parse_record(record.to_text()) == record


def test_optional_parts_may_be_missing(record: Record, tide: Game) -> None:
    bare = f'{{"format": "shoal/1", "game": "tide", "options": {{}}, "moves": {list(record.moves)}}}'
    replay = Replay(parse_record(bare.replace("'", '"')), tide)
    assert replay.final.result is not None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[]", "Expected `object`, got `array`"),
        ("{}", "missing required field `format`"),
        ('{"format": "shoal/2", "game": "tide", "options": {}, "moves": []}', "at `$.format`"),
        ('{"format": "shoal/1", "game": 7, "options": {}, "moves": []}', "at `$.game`"),
        ('{"format": "shoal/1", "game": "tide", "options": [], "moves": []}', "at `$.options`"),
        ('{"format": "shoal/1", "game": "tide", "options": {}, "moves": [1]}', "at `$.moves"),
        ('{"format": "shoal/1", "game": "tide", "options": {}, "moves": [], "extra": 1}', "unknown field `extra`"),
        ('{"format": "shoal/1", "game": "tide", "options": {"a": ' + "[" * 100_000, "nested too deeply"),
        (b"\xff\xfe", "not JSON"),
    ],
)
def test_what_is_not_a_record_is_refused_with_the_reason(text: str | bytes, reason: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_record(text)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        (["=9"], "step 1: '=9' is not possible here"),
        (["=1", "A:1", "what"], "step 3: found 'what', expected shells such as"),
        (["=1", "A:1", "B:9"], "step 3: 'B:9' is not possible here"),
        (["A:1"], "step 1:"),
    ],
)
def test_a_bad_step_is_named(record: Record, tide: Game, moves: list[str], reason: str) -> None:
    with pytest.raises(RecordError) as caught:
        Replay(_changed(record, moves=tuple(moves), result=None), tide)
    assert reason in str(caught.value)
    assert caught.value.step == len(moves)


def test_an_unknown_game_names_the_known_ones(record: Record) -> None:
    with pytest.raises(RecordError, match=r"there is no game 'chess': expected one of .*penguins"):
        Replay(_changed(record, game="chess"))


def test_bad_options_are_named(record: Record, tide: Game) -> None:
    with pytest.raises(RecordError, match="option 'players': found 5, expected a whole number from 2 to 4"):
        Replay(_changed(record, options={"players": 5}), tide)


def test_seats_and_result_must_fit_the_game(record: Record, tide: Game) -> None:
    with pytest.raises(RecordError, match="seats: found 3 names, expected 2"):
        Replay(_changed(record, seats=("a", "b", "c")), tide)
    with pytest.raises(RecordError, match="the game is not over"):
        Replay(_changed(record, moves=record.moves[:-1]), tide)
    assert record.result is not None
    wrong = msgspec.structs.replace(record.result, scores=(99, 0))
    with pytest.raises(RecordError, match="result: found"):
        Replay(_changed(record, result=wrong), tide)


@pytest.mark.parametrize("commitment", ["", "x", "ab" * 31, "AB" * 32, "ab" * 33, "zz" * 32, "ab" * 32 + "\n"])
def test_a_commitment_is_a_hash(record: Record, commitment: str) -> None:
    fields = json.loads(record.to_text())
    fields["fair"]["commitment"] = commitment
    with pytest.raises(RecordError, match=r"fair\.commitment"):
        parse_record(json.dumps(fields))


def test_verify_needs_the_seed_and_its_commitment(record: Record, tide: Game) -> None:
    assert record.fair is not None
    assert verify(Replay(record, tide)) == 3
    assert verify(Replay(_changed(record, fair=Fair(record.fair.commitment, SEED, lot=LOT)), tide)) == 3
    for fair, reason in (
        (None, "found no seed"),
        (Fair(record.fair.commitment), "found no seed"),
        (Fair(record.fair.commitment, "6e" * 32), "does not match its commitment"),
        (Fair("00" * 32, SEED), "does not match its commitment"),
        (Fair(record.fair.commitment, "zz"), "expected a seed"),
        (Fair(record.fair.commitment, SEED, lot=1 - LOT), f"found lot {1 - LOT}, expected {LOT} from the seed"),
        (Fair(record.fair.commitment, SEED, lot=2), "found lot 2, expected a number below 2"),
    ):
        with pytest.raises(RecordError, match=reason):
            verify(Replay(_changed(record, fair=fair), tide))


def test_verify_names_a_changed_step_of_chance(record: Record, tide: Game) -> None:
    moves = list(record.moves)
    moves[0] = "=1" if moves[0] != "=1" else "=2"
    with pytest.raises(RecordError, match=r"step 1: found =\d, expected =\d from the seed"):
        verify(Replay(_changed(record, moves=tuple(moves), result=None), tide))


def test_a_record_survives_the_disk(record: Record, tmp_path: Path) -> None:
    path = tmp_path / "game.shoal.json"
    write_record(record, path)
    assert read_record(path) == record
    assert [each.name for each in tmp_path.iterdir()] == ["game.shoal.json"], "no scratch file is left behind"


def test_files_that_cannot_be_read_or_written_say_so(record: Record, tmp_path: Path) -> None:
    with pytest.raises(SaveError, match=r"cannot read .*No such file"):
        read_record(tmp_path / "none")
    with pytest.raises(SaveError, match="cannot read"):
        read_record(tmp_path)
    with pytest.raises(SaveError, match=r"cannot write .*No such file"):
        write_record(record, tmp_path / "no" / "folder")


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "huge"
    with path.open("wb") as file:
        file.truncate(1 << 34)
    with pytest.raises(RecordError, match="found a file of over"):
        read_record(path)


_FILL = """
import resource, signal, sys
from pathlib import Path
from shoal.core import SaveError, read_record, write_record
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
path = Path(sys.argv[1])
record = read_record(path)
import msgspec
longer = msgspec.structs.replace(record, moves=record.moves * 2000)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    write_record(longer, path)
except SaveError as error:
    print(error)
    sys.exit(3)
"""


def test_nothing_is_overwritten_when_a_save_fails_half_way(record: Record, tmp_path: Path) -> None:
    """The disk takes no more than 1,000 bytes of the new file: the old one stays whole."""
    path = tmp_path / "game.shoal.json"
    write_record(record, path)
    before = path.read_bytes()
    done = subprocess.run([sys.executable, "-c", _FILL, str(path)], capture_output=True, text=True, check=False)
    assert done.returncode == 3, done.stderr
    assert "cannot write" in done.stdout
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["game.shoal.json"]


_KILL = """
import os, signal, sys
from pathlib import Path
from shoal.core import read_record, write_record
path = Path(sys.argv[1])
record = read_record(path)
os.fsync = lambda handle: os.kill(os.getpid(), signal.SIGKILL)
write_record(record, path)
"""


def test_nothing_is_overwritten_when_the_process_is_killed_while_saving(record: Record, tmp_path: Path) -> None:
    path = tmp_path / "game.shoal.json"
    write_record(record, path)
    before = path.read_bytes()
    done = subprocess.run([sys.executable, "-c", _KILL, str(path)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert path.read_bytes() == before
