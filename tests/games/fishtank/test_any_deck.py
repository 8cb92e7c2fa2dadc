"""Any deck goes through editor, file, record, rules and kernels, and scores the same in all of them."""

import json
import random
import re

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.games.fishtank.deck_acts import as_typed, entering
from tests.games.fishtank.deck_strategy import decks

import shoal
from shoal.core.record import parse_record, verify
from shoal.core.text import say_english
from shoal.games.fishtank.deck import Deck
from shoal.games.fishtank.deck_file import read_deck
from shoal.games.fishtank.deck_table import DeckError
from shoal.games.fishtank.deck_writer import write_deck
from shoal.games.fishtank.engine.scoring import sets_of, tank_points
from shoal.games.fishtank.engine.scoring_tables import scoring_tables
from shoal.games.fishtank.page.editor import DeckEditor
from shoal.games.fishtank.page.pad import FishTankPad
from shoal.games.fishtank.page.pad_leaf import CELL_NAMES
from shoal.games.fishtank.scoring import Scorer

EDITOR = DeckEditor()


PAD = FishTankPad()


def pad_points(sheet: bytes, faces: tuple[str, ...]) -> int:
    """What the score pad makes of a tank that is tapped in."""
    for cell, face in zip(CELL_NAMES, faces, strict=True):
        if face:
            sheet = PAD.write(sheet, f"put A {cell} {face}")
    players = PAD.scene(sheet, say_english)["players"]
    assert isinstance(players, list)
    return int(players[0].points)


def typed_in(deck: Deck) -> str:
    """The text of the deck that the editor makes when everything is entered act by act."""
    sheet = EDITOR.start("nothing")
    for act in entering(deck):
        sheet = EDITOR.write(sheet, act)
    return EDITOR.text(sheet)


@settings(max_examples=100, deadline=None)
@given(decks())
def test_the_editor_gives_back_the_deck_that_it_opened(deck: Deck) -> None:
    text = write_deck(deck)
    assert EDITOR.text(EDITOR.open(text)) == text
    assert EDITOR.title(EDITOR.open(text)) == deck.title


@settings(max_examples=60, deadline=None)
@given(decks(most_kinds=5))
def test_a_deck_that_is_entered_act_by_act_is_that_deck_from_a_box(deck: Deck) -> None:
    entered = read_deck(typed_in(deck))
    assert entered == as_typed(deck)
    assert entered.fingerprint == as_typed(deck).fingerprint


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(decks(most_kinds=6), st.randoms(use_true_random=False))
def test_rules_kernels_pad_and_the_entered_deck_score_every_tank_alike(deck: Deck, rng: random.Random) -> None:
    entered = Scorer(read_deck(typed_in(deck)))
    read = Scorer(read_deck(write_deck(deck)))
    rules, tables = Scorer(deck), scoring_tables(deck)
    pad = PAD.write(PAD.blank(), f"deck {write_deck(deck)}")
    names = [kind.name for kind in deck.kinds]
    for _ in range(12):
        faces = tuple(rng.choice(["", *names]) for _ in range(16))
        cells = np.zeros(len(names), dtype=np.int64)
        for cell, face in enumerate(faces):
            if face:
                cells[names.index(face)] |= 1 << cell
        score = rules.score(faces)
        assert (tank_points(tables, cells), sets_of(tables, cells)) == (score.total, score.sets), faces
        assert pad_points(pad, faces) == score.total, faces
        assert entered.points(faces) == read.points(faces) == rules.points(faces) == score.total, faces


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(decks(most_kinds=4, cards=60), st.integers(2, 3))
def test_a_record_brings_its_deck_so_that_it_replays_and_verifies_anywhere(deck: Deck, players: int) -> None:
    cards = sum(kind.cards for kind in deck.fronts)
    table = shoal.play(
        "fishtank",
        ["random"] * (players if cards >= 16 * players else 2),
        seed=1,
        deck="full",
        deck_toml=EDITOR.text(EDITOR.open(write_deck(deck))),
    )
    record = parse_record(table.record().to_text())
    replay = shoal.replay(record)
    assert replay.final.scores == table.state.scores
    assert record.result is not None
    assert tuple(record.result.scores) == tuple(table.state.scores)
    assert verify(replay) > 0
    assert shoal.find_game("fishtank").facts(replay.final)["deck"] == {
        "title": deck.title,
        "fingerprint": deck.fingerprint,
    }
    assert json.loads(record.to_text())["options"]["deck_toml"] == write_deck(deck)


#: For each field, values that no deck may have.
BAD_VALUES = {
    "name": ['"d4"', '"Tetra"', '""', "7", f'"{"a" * 21}"'],
    "title": ['""', '"  "', "false", f'"{"a" * 41}"'],
    "title_source": ['"hearsay"', "1"],
    "colour": ['"beige"', "[]"],
    "cards": ["0", "100", '"9"', "9.5", "true", "-1"],
    "side": ['"top"', "2"],
    "left_out": ['"yes"', "1"],
    "family": ['"colour"', "{}"],
    "area": ["[]", '["XXXX"]', '["....", "....", "....", "...."]', '["XXXXX", "X", "X", "X"]'],
    "area_source": ['"me"'],
    "thresholds": [
        "[]",
        "[[0, 1]]",
        "[[1, 100]]",
        "[[2, 1], [2, 3]]",
        "[[3, 1], [2, 3]]",
        '[[1, 1, "me"]]',
        "[[17, 1]]",
    ],
    "pattern": ["[]", '["....."]', '["X", "XX"]', '["..", ".."]', '["x"]', '"X"'],
    "mirrored": ["1"],
    "turned": ['"no"'],
    "points": ["-1", "100", "2.5", '"5"'],
    "source": ['"me"', "3"],
    "where": ['"above"', "4"],
    "same": ["0", "9", "true"],
    "different": ["0", "9", '"4"'],
}


@settings(max_examples=100, deadline=None)
@given(decks(), st.data())
def test_a_bad_value_is_refused_with_its_line_and_field(deck: Deck, data: st.DataObject) -> None:
    lines = write_deck(deck).split("\n")
    fields = [number for number, line in enumerate(lines) if re.match(r"[a-z_]+ = ", line) and number > 30]
    number = data.draw(st.sampled_from(fields))
    field = lines[number].partition(" = ")[0]
    lines[number] = f"{field} = {data.draw(st.sampled_from(BAD_VALUES[field]))}"
    with pytest.raises(DeckError) as refused:
        EDITOR.open("\n".join(lines))
    assert refused.value.line == number + 1
    assert refused.value.field.endswith(field)
    assert field in str(refused.value)
