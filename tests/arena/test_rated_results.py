"""A file of the arena is read to be shown: on the house's scale where that can be, and refused where it is wrong."""

import sys
from pathlib import Path

import msgspec
import pytest

from shoal.arena import MatchSettings, PlayedGame, Tournament, read_rated_results, run_tournament
from shoal.arena.rated_results import public_name
from shoal.arena.results_file import ResultsFile
from shoal.core import ShoalError

ROOT = Path(__file__).parents[2]
OTHER = {"players": 2, "memory": "open"}


def tournament(bots: tuple[str, ...], game: str = "smallfry", **fields: object) -> Tournament:
    settings = {"game": game, "options": {"players": 2}, "players": 2, "bots": bots, "time_ms": 50, "seed": "x"}
    return Tournament(settings=msgspec.convert({**settings, **fields}, MatchSettings), games=4)


def play(path: Path, plan: Tournament) -> list[PlayedGame]:
    with ResultsFile(path) as results:
        run_tournament(plan, results, lambda _entry, _verdict: None)
        return list(results.entries.values())


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Four games of Small Fry between a bot with a measured rating and one without."""
    path = tmp_path_factory.mktemp("whole") / "a.jsonl"
    play(path, tournament(("greedy", "random")))
    return path.read_bytes()


def test_ratings_count_from_the_rating_that_the_house_gives_one_of_the_bots(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "reef.jsonl"
    path.write_bytes(whole)
    results = read_rated_results(path)
    assert (results.title, results.games) == ("reef", 4)
    assert (results.anchor, results.on_house_scale) == ("greedy", True)
    ratings = {bot.name: bot.rating for bot in results.bots}
    assert (ratings["greedy"].rating, ratings["greedy"].low, ratings["greedy"].high) == (1634, 1634, 1634)
    assert ratings["random"].low < ratings["random"].rating < ratings["random"].high
    assert sum(bot.standing.wins for bot in results.bots) == 4


@pytest.mark.parametrize(
    ("fields", "anchor"),
    [
        ({"options": OTHER}, None),
        ({"ladder": True, "options": OTHER}, "greedy"),
    ],
)
def test_other_options_are_a_scale_of_their_own(
    tmp_path: Path, whole: bytes, fields: dict[str, object], anchor: str | None
) -> None:
    first, _, games = whole.partition(b"\n")
    header = msgspec.json.decode(first)
    path = tmp_path / "a.jsonl"
    path.write_bytes(msgspec.json.encode({**header, "terms": {**header["terms"], **fields}}) + b"\n" + games)
    results = read_rated_results(path)
    assert (results.anchor, results.on_house_scale) == (anchor, False)
    ratings = {bot.name: bot.rating.rating for bot in results.bots}
    assert ratings["greedy"] == pytest.approx(1000) if anchor else sum(ratings.values()) == pytest.approx(3000)


def test_the_line_that_is_being_written_is_left_out_and_the_file_stays_as_it_is(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(whole[:-10])
    assert read_rated_results(path).games == 3
    assert path.read_bytes() == whole[:-10]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("shoal-arena/1", "shoal-arena/9", "line 1"),
        ('"game":"smallfry","options"', '"game":"chess","options"', "chess"),
        (
            '"bots":["greedy","random"]',
            '"bots":["greedy","shark"]',
            "found the bot 'random', which the first line",
        ),
        ('"bots":["greedy","random"]', '"bots":["pipe:/a/x","pipe:/b/x"]', "two bots would both be shown as 'pipe:x'"),
        ('"players":2,"bots"', '"players":3,"bots"', "game 0: expected 3 seats"),
        ('"shares":[', '"shares":[7,', "game 0: expected 2 seats"),
        ('"scores":[', '"scores":["x",', "line 2"),
    ],
)
def test_a_file_that_cannot_be_shown_is_refused_with_its_name_and_the_reason(
    tmp_path: Path, whole: bytes, old: str, new: str, reason: str
) -> None:
    path = tmp_path / "a.jsonl"
    text = whole.decode()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(ShoalError) as refused:
        read_rated_results(path)
    assert str(path) in str(refused.value)
    assert reason in str(refused.value)


def test_shares_that_do_not_add_up_and_files_without_games_are_refused(tmp_path: Path, whole: bytes) -> None:
    lines = whole.splitlines(keepends=True)
    game = msgspec.json.decode(lines[1])
    path = tmp_path / "a.jsonl"
    for content, reason in (
        (lines[0] + msgspec.json.encode({**game, "shares": [1, 1]}) + b"\n", "shares of the win that add up to 1"),
        (lines[0], "no game is finished yet"),
        (b"", "is no file of the arena: line 1"),
    ):
        path.write_bytes(content)
        with pytest.raises(ShoalError, match=reason):
            read_rated_results(path)
    with pytest.raises(ShoalError, match="cannot open"):
        read_rated_results(tmp_path / "nothing")


def test_a_program_is_shown_without_its_folders_and_passes_for_no_level() -> None:
    assert public_name("shark") == "shark"
    assert public_name("pipe:/home/ann/shark") == "pipe:shark"
    assert public_name(f"pipe:{sys.executable} {ROOT / 'examples' / 'bot.py'} -v") == (
        f"pipe:{Path(sys.executable).name} bot.py -v"
    )
