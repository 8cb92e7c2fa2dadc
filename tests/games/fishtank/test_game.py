"""Fish Tank as the core sees it: records, secrets, facts."""

import random

import pytest
from tests.games.fishtank.decks import amount_deck, play_all, start

from shoal.core import HUMAN, Replay, Table, find_game, parse_record, verify
from shoal.games.fishtank import GAME
from shoal.games.fishtank.deck_file import house_deck


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
    assert GAME.facts(state) == {
        "deck": {"title": "House deck", "fingerprint": house_deck().fingerprint},
        "tanks": [{"d4": "barb"}, {"d4": "plant"}, {"d4": "discus"}],
    }


def test_the_registry_knows_the_game() -> None:
    assert find_game("fishtank") is GAME
