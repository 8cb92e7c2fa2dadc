"""Fish Tank as the rest of the house meets it: options, records, facts, appraisals, words."""

import random

import pytest
from tests.games.fishtank.decks import WORKED_EXAMPLE, amount_deck, play_all, play_random, start

from shoal.core import HUMAN, NotationError, OptionError, Replay, Table, find_game, parse_record, verify
from shoal.core.options import write_options
from shoal.games.fishtank import GAME
from shoal.games.fishtank.deck_table import DeckError
from shoal.games.fishtank.options import cards_needed
from shoal.games.fishtank.state import TankState


def _kinds(state: TankState) -> set[str]:
    return {kind for kind, count in zip(state.box.kinds, state.pile, strict=True) if count}


@pytest.mark.rule("T2")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_two_to_six_can_play(players: int) -> None:
    assert len(start(players=players).tanks) == players


@pytest.mark.rule("T2")
@pytest.mark.parametrize("players", [0, 1, 7, "2", 2.0, None, True])
def test_nobody_else_can(players: object) -> None:
    with pytest.raises(OptionError, match="from 2 to 6"):
        GAME.options({"players": players})


@pytest.mark.rule("T19")
@pytest.mark.parametrize(("deck", "small_with"), [("advised", {2, 3}), ("full", set()), ("small", {2, 3, 4, 5})])
def test_two_kinds_are_left_out_where_they_should_be(deck: str, small_with: set[int]) -> None:
    for players in (2, 3, 4, 5):
        state = start(players=players, deck=deck)
        left_out = set(state.box.kinds) - _kinds(state)
        assert left_out == ({"tricolor", "tetra"} if players in small_with else set())
        assert sum(state.pile) == (81 if players in small_with else 99)


@pytest.mark.rule("T19")
def test_advised_is_the_default() -> None:
    assert start() == start(players=2, deck="advised")


def test_a_deck_must_have_enough_cards() -> None:
    assert [cards_needed(players) for players in range(2, 7)] == [60, 48, 64, 80, 96]
    with pytest.raises(OptionError, match="at least 96 cards for 6 players, not of 81"):
        GAME.options({"players": 6, "deck": "small"})
    with pytest.raises(OptionError, match="at least 60 cards for 2 players, not of 59"):
        GAME.options({"deck_toml": amount_deck(ant=40, bee=19)})
    GAME.options({"deck_toml": amount_deck(ant=40, bee=20)})


@pytest.mark.rule("T17")
def test_sixty_cards_are_just_enough_for_two() -> None:
    state = play_random(start(deck_toml=amount_deck(ant=40, bee=20)), random.Random(1))
    assert sum(state.pile) == 0


@pytest.mark.rule("T21")
def test_a_bad_deck_is_refused_with_its_line_and_field() -> None:
    bad = amount_deck(ant=40, bee=20).replace("cards = 20", "cards = 200")
    with pytest.raises(DeckError, match=r"line 12, kinds\[2\].cards: found 200, expected a whole number"):
        GAME.options({"deck_toml": bad})


def test_records_name_players_and_deck_first() -> None:
    values = GAME.options({})
    assert write_options(GAME.fields, values) == {"players": 2, "deck": "advised"}


@pytest.mark.parametrize("players", [2, 3])
def test_a_game_survives_its_record(players: int) -> None:
    rng = random.Random(players)
    table = Table(GAME, {"players": players, "deck_toml": amount_deck(ant=40, bee=20)}, seed="7a" * 32)
    while not table.over:
        seat = rng.choice(table.state.to_act)
        table.submit(seat, rng.choice(table.state.legal(seat)))
        if rng.random() < 0.3 and table.state.sealed:
            again = rng.choice(table.state.sealed)
            table.submit(again, rng.choice(table.state.legal(again)))
    replay = Replay(parse_record(table.record().to_text()))
    assert replay.final == table.state
    assert verify(replay) == sum(step.startswith("=") for step in table.record().moves)
    assert Table.resume(table.record()).players == (HUMAN,) * players


def test_the_log_keeps_secrets() -> None:
    table = Table(GAME, {"players": 2}, seed="00" * 32)
    for seat in (0, 1):
        table.submit(seat, table.state.legal(seat)[0])
    own, others = table.log(0), table.log(None)
    assert all(step.endswith("?") for step in others if step.startswith("="))
    assert [step for step in own if step.startswith("=A:") and step.endswith("?")] == []
    assert [step for step in own if step.startswith("=B:") and not step.endswith("?")] == []
    assert all(step.endswith("-?") for step in own if "-" in step)
    assert sum("-" in step for step in own) == 2


def test_facts_tell_what_lies_where() -> None:
    state = play_all(start(players=3, deck="full"), [f"={'ABC'[number % 3]}:snail" for number in range(6)])
    deal = ["barb", "pleco", "discus"]
    state = play_all(state, [f"={'ABC'[number % 3]}:{deal[number % 3]}" for number in range(18)])
    state = play_all(state, "A:barb B:snail C:discus A:d4 B:d4* C:d4")
    assert GAME.facts(state) == {"tanks": [{"d4": "barb"}, {"d4": "plant"}, {"d4": "discus"}]}


@pytest.mark.rule("T20")
def test_a_tank_on_paper_is_scored() -> None:
    facts = GAME.score_text(WORKED_EXAMPLE, GAME.options({})).facts()
    assert list(facts)[:2] == ["total", "kinds"]
    assert facts["total"] == 44
    assert facts["sets"] == 8
    parts = facts["parts"]
    assert isinstance(parts, list)
    assert {"kind": "pleco", "points": 6, "cells": ["a4", "d4"]} in parts
    assert {"kind": "snail", "points": 5, "cells": ["b2", "b1", "a2"]} in parts


def test_kinds_without_points_are_told_too() -> None:
    rows = " / ".join(["angelfish angelfish loach loach"] + ["loach loach loach loach"] * 3)
    assert GAME.score_text(rows, GAME.options({})).facts()["kinds"] == {"angelfish": 0, "loach": 0}


def test_a_tank_of_an_own_deck_is_scored_by_it() -> None:
    options = GAME.options({"deck_toml": amount_deck(ant=40, bee=20)})
    rows = " / ".join(["ant ant bee plant"] * 4)
    assert GAME.score_text(rows, options).facts()["kinds"] == {"ant": 1, "bee": 1, "plant": 1}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "four rows"),
        ("snail " * 16, "four rows"),
        (WORKED_EXAMPLE + " / " + WORKED_EXAMPLE, "four rows"),
        (WORKED_EXAMPLE.replace("plant", "", 1), "four kinds in row 1"),
        (WORKED_EXAMPLE.replace("plant", "plant plant", 1), "four kinds in row 1"),
        (WORKED_EXAMPLE.replace("shrimp", "prawn"), "in row 3 one of the kinds"),
        (WORKED_EXAMPLE.replace("shrimp", "Shrimp"), "in row 3 one of the kinds"),
        (WORKED_EXAMPLE.replace("/", "\\"), "four rows"),
        ("/" * 100_000, "four rows"),
    ],
)
def test_other_texts_are_no_tank(text: str, expected: str) -> None:
    with pytest.raises(NotationError, match=expected) as caught:
        GAME.score_text(text, GAME.options({}))
    assert len(str(caught.value)) < 400


def test_steps_are_described() -> None:
    state = play_all(start(players=3, deck="full"), [f"={'ABC'[number % 3]}:snail" for number in range(6)])
    assert str(state.describe(state.parse("=A:barb"))) == "a card for seat A: Cherry Barb"
    state = play_all(state, [f"={'ABC'[number % 3]}:{['barb', 'pleco', 'discus'][number % 3]}" for number in range(18)])
    assert str(state.describe(state.parse("A:barb"))) == "choose Cherry Barb"
    state = play_all(state, "A:barb B:snail C:discus")
    assert str(state.describe(state.parse("A:d4"))) == "place Cherry Barb on d4"
    assert str(state.describe(state.parse("B:d4*"))) == "place Snail on d4, turned to Plant"
    state = play_all(state, "A:d4 B:d4* C:d4 A:snail B:barb C:pleco")
    said = str(state.describe(state.parse("A:e5/d4*")))
    assert said == "place Snail on e5 and turn Cherry Barb on d4 to Plant"


def test_the_registry_knows_the_game() -> None:
    assert find_game("fishtank") is GAME
