"""The file of a contest: whole lines, repaired when cut short, and never mixed."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from shoal.arena import MatchSettings, PlayedGame, ResultsFile
from shoal.core import SaveError


def _write(path: Path, terms: MatchSettings, entries: list[PlayedGame]) -> bytes:
    with ResultsFile(path) as ledger:
        ledger.begin(terms)
        for entry in entries:
            ledger.add(entry)
    return path.read_bytes()


def test_what_was_written_is_read_back(tmp_path: Path, terms: MatchSettings, entries: list[PlayedGame]) -> None:
    written = _write(tmp_path / "a.jsonl", terms, entries)
    assert len(written.splitlines()) == 1 + len(entries)
    with ResultsFile(tmp_path / "a.jsonl") as ledger:
        assert ledger.terms == terms
        assert list(ledger.entries.values()) == entries


def test_a_file_cut_anywhere_keeps_every_whole_line_and_goes_on(
    tmp_path: Path, terms: MatchSettings, entries: list[PlayedGame]
) -> None:
    whole = _write(tmp_path / "a.jsonl", terms, entries)
    for length in range(0, len(whole), 97):
        path = tmp_path / "cut.jsonl"
        path.write_bytes(whole[:length])
        kept = whole[:length].count(b"\n")
        with ResultsFile(path) as ledger:
            assert len(ledger.entries) == max(0, kept - 1)
            ledger.begin(terms)
            for entry in entries:
                if entry.number not in ledger.entries:
                    ledger.add(entry)
        assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("field", "value"),
    [("game", "other"), ("players", 3), ("bots", ("a", "b")), ("time_ms", 7.0), ("seed", "y"), ("options", {})],
)
def test_games_under_other_terms_do_not_mix(tmp_path: Path, terms: MatchSettings, field: str, value: object) -> None:
    _write(tmp_path / "a.jsonl", terms, [])
    with ResultsFile(tmp_path / "a.jsonl") as ledger, pytest.raises(SaveError, match=f"another contest: {field} is"):
        ledger.begin(msgspec.structs.replace(terms, **{field: value}))


@pytest.mark.parametrize(
    "text", ["hello\n", "hello", "{}", "{}\n", '{"format": "shoal-arena/2"}\n', "[" * 100000 + "\n", "\n"]
)
def test_another_file_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "other.txt"
    path.write_text(text)
    with pytest.raises(SaveError, match="no file of the arena: line 1"):
        ResultsFile(path)
    assert path.read_text() == text


def test_a_line_that_is_no_game_is_refused(tmp_path: Path, terms: MatchSettings) -> None:
    path = tmp_path / "a.jsonl"
    _write(path, terms, [])
    path.write_bytes(path.read_bytes() + b'{"number": 0}\n')
    with pytest.raises(SaveError, match="line 2"):
        ResultsFile(path)


def test_a_file_that_cannot_be_opened_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="cannot open"):
        ResultsFile(tmp_path)


def test_a_second_contest_on_the_same_file_is_refused_and_changes_nothing(
    tmp_path: Path, terms: MatchSettings, entries: list[PlayedGame]
) -> None:
    path = tmp_path / "a.jsonl"
    whole = _write(tmp_path / "b.jsonl", terms, entries)
    with ResultsFile(path) as first:
        first.begin(terms)
        first.add(entries[0])
        with pytest.raises(SaveError, match="is in use: another contest is writing to it"):
            ResultsFile(path)
        for entry in entries[1:]:
            first.add(entry)
    assert path.read_bytes() == whole
    with ResultsFile(path) as second:
        assert len(second.entries) == len(entries), "it may go on once the first has ended"


def test_a_line_that_another_contest_is_still_writing_is_not_taken_off(tmp_path: Path, terms: MatchSettings) -> None:
    path = tmp_path / "a.jsonl"
    with ResultsFile(path) as first:
        first.begin(terms)
        with path.open("ab") as half:
            half.write(b'{"number": 0, "de')
        before = path.read_bytes()
        with pytest.raises(SaveError, match="in use"):
            ResultsFile(path)
        assert path.read_bytes() == before


_HOLDER = """
import sys
from pathlib import Path
from shoal.arena import ResultsFile
with ResultsFile(Path(sys.argv[1])):
    print("mine", flush=True)
    sys.stdin.read()
"""


def test_the_claim_of_a_process_that_was_killed_ends_with_it(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with subprocess.Popen(
        [sys.executable, "-c", _HOLDER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "mine\n"
        with pytest.raises(SaveError, match="in use"):
            ResultsFile(path)
        holder.kill()
        holder.wait()
    with ResultsFile(path) as ledger:
        assert ledger.terms is None


def test_without_a_file_games_are_kept_in_memory(terms: MatchSettings, entries: list[PlayedGame]) -> None:
    with ResultsFile() as ledger:
        ledger.begin(terms)
        ledger.add(entries[0])
        assert list(ledger.entries) == [0]
