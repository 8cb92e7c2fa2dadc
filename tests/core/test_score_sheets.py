"""Sheets of score pads: strict reading, undoing, names and numbers."""

import msgspec
import pytest

from shoal.core import ShoalError
from shoal.core.score_sheets import LARGEST_SHEET, LONGEST_NAME, Sheet, player_name, read_name, read_sheet, read_whole
from shoal.core.text import say_english


class Tally(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    strokes: int = 0
    open: int = 0


def _tally(strokes: int) -> Sheet[Tally]:
    sheet = Sheet(Tally())
    for stroke in range(strokes):
        sheet = sheet.changed(Tally(stroke + 1))
    return sheet


def test_what_was_written_reads_back() -> None:
    sheet = _tally(3)
    assert read_sheet(sheet.encoded(), Sheet[Tally]) == sheet


def test_undoing_brings_back_one_change_after_the_other() -> None:
    sheet = _tally(2)
    assert sheet.undone().now == Tally(1)
    assert sheet.undone().undone() == _tally(0)
    with pytest.raises(ShoalError, match="nothing to take back"):
        _tally(0).undone()


def test_only_the_last_changes_are_kept() -> None:
    sheet = _tally(100)
    undone = 0
    while sheet.past:
        sheet, undone = sheet.undone(), undone + 1
    assert undone == 16
    assert sheet.now == Tally(84)


def test_what_changes_nothing_and_what_only_opens_something_is_not_undone() -> None:
    sheet = _tally(1)
    assert sheet.changed(Tally(1)) == sheet
    assert sheet.showing(Tally(1, open=5)).past == sheet.past


@pytest.mark.parametrize(
    "sheet",
    [
        b"",
        b"\xff",
        b"{}",
        b'{"now":{"strokes":1.5}}',
        b'{"now":{"strokes":1},"then":2}',
        b'{"now":{"strokes":1,"x":2}}',
    ],
)
def test_a_sheet_that_is_none_is_refused(sheet: bytes) -> None:
    with pytest.raises(ShoalError, match="expected a score pad"):
        read_sheet(sheet, Sheet[Tally])


def test_a_sheet_has_a_largest_size_and_a_longest_history() -> None:
    with pytest.raises(ShoalError, match="at most 65536 bytes"):
        read_sheet(b" " * (LARGEST_SHEET + 1), Sheet[Tally])
    too_long = msgspec.json.encode({"now": {}, "past": [{}] * 17})
    with pytest.raises(ShoalError, match="expected a score pad"):
        read_sheet(too_long, Sheet[Tally])


def test_the_oldest_leaves_make_room_for_the_latest() -> None:
    whole = _tally(10)
    largest = len(_tally(3).encoded())
    kept = read_sheet(whole.encoded(largest), Sheet[Tally], largest)
    assert (kept.now, kept.past) == (Tally(10), (Tally(8), Tally(9)))
    with pytest.raises(ShoalError, match="no room for more"):
        whole.encoded(len(_tally(0).encoded()) - 1)


def test_names_are_tidied_and_kept_short() -> None:
    assert read_name("  Ada\t King ") == "Ada King"
    assert read_name("") == ""
    assert read_name("Ž" * LONGEST_NAME) == "Ž" * LONGEST_NAME
    for bad in ("x" * (LONGEST_NAME + 1), "a\0b", "a\u202eb", "\ud800"):
        with pytest.raises(ShoalError, match="expected a name of at most 24 characters"):
            read_name(bad)


def test_numbers_are_whole_and_in_bounds() -> None:
    assert [read_whole(text, 0, 40) for text in ("0", "07", " 40 ")] == [0, 7, 40]
    for bad in ("", "-1", "41", "1.5", "٣", "²", "1e1", "0" * 9, "4 0"):
        with pytest.raises(ShoalError, match="expected a whole number from 0 to 40"):
            read_whole(bad, 0, 40)


def test_a_player_without_a_name_has_a_letter() -> None:
    assert player_name("", 1, say_english) == "Player B"
    assert player_name("Ada", 1, say_english) == "Ada"
