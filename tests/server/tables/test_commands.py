"""Commands: how forms and the API name them, how the log stores them, and what is refused at the edge."""

from typing import get_args

import pytest

from shoal.core import NotationError, Refusal, ShoalError
from shoal.server.tables.commands import (
    AgreeToRematch,
    AgreeToUndo,
    FlagSeat,
    LeaveToBot,
    OfferFinish,
    RefuseUndo,
    RequestUndo,
    ShowOdds,
    TableCommand,
    TakeHint,
    TakeSeat,
    TakeStep,
    event_kind,
    event_text,
    parse_command,
    parse_hint,
)
from shoal.server.tables.events import EventKind

#: What a form sends with every command, whatever its kind.
FORM: dict[str, str | int] = {"name": "Ann", "step": "c4", "position_id": 7, "bot": "random"}
KEY = "a-key-of-12"
#: The word that names each command in forms, in the API and in the log. It must stay, for old logs and programs.
WORDS: dict[str, TableCommand] = {
    "sit": TakeSeat(seat=1, key=KEY, name="Ann"),
    "step": TakeStep(seat=1, key=KEY, step="c4", position_id=7),
    "ask": RequestUndo(seat=1, key=KEY),
    "agree": AgreeToUndo(seat=1, key=KEY),
    "refuse": RefuseUndo(seat=1, key=KEY),
    "settle": OfferFinish(seat=1, key=KEY),
    "odds": ShowOdds(seat=1, key=KEY),
    "bot": LeaveToBot(seat=1, key=KEY, bot="random"),
    "flag": FlagSeat(seat=1, key=KEY),
    "rematch": AgreeToRematch(seat=1, key=KEY),
}


@pytest.mark.parametrize("word", WORDS)
def test_a_command_is_parsed_and_stored_under_the_same_word(word: str) -> None:
    command = parse_command(word, seat="B", key=KEY, **FORM)
    assert command == WORDS[word]
    assert event_kind(command).value == word


def test_a_hint_is_parsed_apart_because_its_address_has_limits_of_its_own() -> None:
    hint = parse_hint(seat="B", key=KEY, stage=2, position_id=7)
    assert hint == TakeHint(seat=1, key=KEY, stage=2, position_id=7)
    assert (event_kind(hint).value, event_text(hint)) == ("hint", "2")
    with pytest.raises(Refusal, match="no such command"):
        parse_command("hint", seat="B", key=KEY, **FORM)


@pytest.mark.parametrize(
    "field", [{"stage": 0}, {"stage": 4}, {"stage": None}, {"position_id": None}, {"key": "short"}, {"seat": ""}]
)
def test_what_is_no_hint_is_refused(field: dict[str, int | str | None]) -> None:
    good: dict[str, int | str | None] = {"seat": "B", "key": KEY, "stage": 1, "position_id": 7}
    with pytest.raises(ShoalError):
        parse_hint(**{**good, **field})  # type: ignore[arg-type]


def test_every_command_has_a_word_and_every_other_event_follows_from_an_agreement_or_a_step() -> None:
    assert {type(command) for command in WORDS.values()} | {TakeHint} == set(get_args(TableCommand))
    assert set(EventKind) - {event_kind(command) for command in WORDS.values()} == {
        EventKind.HINT_TAKEN,
        EventKind.CLOCKS_HELD,
        EventKind.UNDONE,
        EventKind.FINISHED,
        EventKind.CHOICE_CHANGED,
    }


def test_the_event_says_what_the_command_says_beside_its_seat() -> None:
    assert {word: event_text(command) for word, command in WORDS.items() if event_text(command)} == {
        "sit": "Ann",
        "step": "c4",
        "bot": "random",
    }


@pytest.mark.parametrize(
    ("kind", "fields", "error"),
    [
        ("undo", {"seat": "A"}, Refusal),
        ("finish", {"seat": "A"}, Refusal),
        ("", {"seat": "A"}, Refusal),
        ("ask", {"seat": ""}, Refusal),
        ("ask", {"seat": "b"}, NotationError),
        ("ask", {"seat": "AB"}, NotationError),
        ("ask", {"seat": "A", "key": "short"}, ShoalError),
        ("ask", {"seat": "A", "key": "with a space"}, ShoalError),
        ("step", {"seat": "A", "step": "x" * 201}, ShoalError),
    ],
)
def test_what_no_table_could_run_is_refused_at_once(kind: str, fields: dict[str, str], error: type[ShoalError]) -> None:
    with pytest.raises(error):
        parse_command(kind, **fields)
