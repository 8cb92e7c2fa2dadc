"""`replay`, `perft` and `verify`, as other programs rely on them."""

import json
from pathlib import Path

import pytest

from shoal.core import Table, find_game
from tests.cli.conftest import Shoal

DEAL = "=2121132/22311211/1233131/13322111/3112212/11131121/2132211/21122121"
PLACED = [DEAL, "a4", "b4", "d1", "b7", "f1", "c5", "h3", "f5"]
SEED = "7c" * 32


def _record(moves: list[str], game: str = "penguins", **fields: object) -> str:
    options = {"edition": "en", "players": 2} if game == "penguins" else {"players": 2}
    return json.dumps({"format": "shoal/1", "game": game, "options": options, "moves": moves, **fields})


def _finished(game: str) -> str:
    table = Table(find_game(game), {"players": 2}, seed=SEED)
    while not table.over:
        seat = table.state.to_act[0]
        table.submit(seat, table.state.legal(seat)[0])
    return table.record().to_text()


def test_replay_prints_one_json_object(shoal: Shoal) -> None:
    done = shoal("replay", "-", "--json", stdin=_record([*PLACED, "a4-b5"]))
    assert done.returncode == 0, done.stderr
    position = json.loads(done.stdout)
    assert position["scores"] == [1, 0]
    assert position["floes"] == [1, 0]
    assert position["winners"] is None
    assert position["to_act"] == ["B"]
    assert list(position["legal"]) == ["B"]
    assert "b4-a3" in position["legal"]["B"]


def test_replay_says_when_chance_is_to_act(shoal: Shoal) -> None:
    position = json.loads(shoal("replay", "-", "--json", stdin=_record([])).stdout)
    assert position["to_act"] == ["="]
    position = json.loads(shoal("replay", "-", "--json", stdin=_record(["flip"], "smallfry")).stdout)
    assert position["to_act"] == ["="]
    assert "=octopus" in position["legal"]["="]


def test_replay_lists_every_seat_that_acts_at_once(shoal: Shoal) -> None:
    table = Table(find_game("fishtank"), {"players": 2}, seed=SEED)
    text = table.record().to_text()
    position = json.loads(shoal("replay", "-", "--json", stdin=text).stdout)
    assert position["to_act"] == ["A", "B"]
    assert set(position["legal"]) == {"A", "B"}
    assert position["winners"] is None


@pytest.mark.parametrize("game", ["penguins", "smallfry", "fishtank"])
def test_a_finished_game_replays_verifies_and_is_drawn(shoal: Shoal, tmp_path: Path, game: str) -> None:
    text = _finished(game)
    path = tmp_path / "game.shoal.json"
    path.write_text(text, encoding="utf-8")
    position = json.loads(shoal("replay", str(path), "--json").stdout)
    result = json.loads(text)["result"]
    assert position["scores"] == result["scores"]
    assert position["winners"] == result["winners"]
    assert position["to_act"] == []
    assert position["legal"] == {}
    drawn = shoal("replay", str(path))
    assert drawn.returncode == 0
    assert max(len(line) for line in drawn.stdout.splitlines()) <= 80
    assert "\x1b" not in drawn.stdout, "no colours on a pipe"
    verified = shoal("verify", str(path))
    assert verified.returncode == 0
    assert verified.stdout.startswith("fair: ")


@pytest.mark.parametrize("game", ["penguins", "smallfry", "fishtank"])
def test_verify_rejects_a_changed_seed_a_changed_step_and_a_reordered_step(shoal: Shoal, game: str) -> None:
    honest = json.loads(_finished(game))
    moves: list[str] = honest["moves"]

    def refused(moves: list[str], seed: str = SEED) -> str:
        changed = {**honest, "moves": moves, "fair": {**honest["fair"], "seed": seed}}
        changed.pop("result")
        done = shoal("verify", "-", stdin=json.dumps(changed))
        assert done.returncode == 2, done.stdout
        assert len(done.stderr.splitlines()) == 1
        return done.stderr

    assert "does not match its commitment" in refused(moves, "7d" * 32)

    chance = [number for number, step in enumerate(moves) if step.startswith("=")]
    changed = list(moves)
    if game == "penguins":
        rows = moves[0][1:].split("/")
        swapped = next(row for row in range(7) if rows[row][0] != rows[row][1])
        rows[swapped] = rows[swapped][1] + rows[swapped][0] + rows[swapped][2:]
        changed[0] = "=" + "/".join(rows)
        assert "step 1" in refused(changed[:1])
        assert "step 1" in refused([moves[1], moves[0], *moves[2:]])
        return
    # two cards for the same seat, or from the same deck, so that the changed record still replays
    first, second = next(
        (one, two)
        for one in chance
        for two in chance
        if one < two and moves[one] != moves[two] and moves[one][:3] == moves[two][:3]
    )
    changed[first] = moves[second]
    assert f"step {first + 1}: " in refused(changed[: first + 1])
    changed[second] = moves[first]
    assert f"step {first + 1}: " in refused(changed[: first + 1])


def test_a_bad_record_ends_with_status_2_and_one_line_that_names_the_step(shoal: Shoal) -> None:
    for moves, words in (
        ([*PLACED, "a4-a4"], "step 10: "),
        ([*PLACED, "a4-c9"], "step 10: "),
        ([*PLACED[:4], "d1"], "step 5: "),
        (["=111"], "step 1: "),
    ):
        for command in (["replay", "-"], ["replay", "-", "--json"], ["perft", "-", "--depth", "1"], ["verify", "-"]):
            done = shoal(*command, stdin=_record(moves))
            assert done.returncode == 2
            assert done.stdout == ""
            assert len(done.stderr.splitlines()) == 1
            assert words in done.stderr


def test_a_missing_file_is_named(shoal: Shoal) -> None:
    done = shoal("replay", "nowhere.shoal.json")
    assert done.returncode == 2
    assert "cannot read nowhere.shoal.json" in done.stderr


def test_perft_counts_the_published_position(shoal: Shoal) -> None:
    record = _record(PLACED)
    for depth, count in ((0, 1), (1, 44), (2, 2718), (3, 110185), (4, 5725783)):
        done = shoal("perft", "-", "--depth", str(depth), stdin=record)
        assert done.stdout.splitlines()[-1] == str(count)


def test_divide_has_a_line_for_each_first_step(shoal: Shoal) -> None:
    lines = shoal("perft", "-", "--depth", "2", "--divide", stdin=_record(PLACED)).stdout.splitlines()
    assert len(lines) == 45
    assert sum(int(line.split(": ")[1]) for line in lines[:-1]) == int(lines[-1]) == 2718


def test_perft_before_the_deal_says_what_to_do(shoal: Shoal) -> None:
    done = shoal("perft", "-", "--depth", "2", stdin=_record([]))
    assert done.returncode == 2
    assert "add its step to the record" in done.stderr


def test_replay_shows_hidden_things_only_to_the_seat_that_asks(shoal: Shoal) -> None:
    table = Table(find_game("fishtank"), {"players": 2}, seed=SEED)
    text = table.record().to_text()
    for_all, for_a = (shoal("replay", "-", *words, stdin=text).stdout for words in ([], ["--seat", "A"]))
    assert for_all != for_a
    assert shoal("replay", "-", "--seat", "Z", stdin=text).returncode == 2
