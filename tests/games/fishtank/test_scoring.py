"""Scoring: areas, amounts, neighbours, plants, the book's example, and decks of one's own."""

import random

import pytest
from tests.games.fishtank.decks import PLANT, WORKED_EXAMPLE, kind_table

from shoal.games.fishtank import GAME
from shoal.games.fishtank.deck import Deck
from shoal.games.fishtank.deck_file import house_deck, read_deck
from shoal.games.fishtank.score_text import parse_tank
from shoal.games.fishtank.scoring import Part, Scorer
from shoal.games.fishtank.steps import PlaceCard
from shoal.games.fishtank.tank import EMPTY_TANK

JUDGE = Scorer(house_deck())
#: Two letters for the kinds that these tests use; a dot is an empty cell.
LETTERS = {
    ".": "", "w": "swordtail", "o": "pleco", "h": "hatchet", "d": "discus", "a": "angelfish", "s": "snail",
    "r": "shrimp", "l": "loach", "p": "plant", "t": "tetra", "b": "barb",
}  # fmt: skip


def _faces(rows: str) -> tuple[str, ...]:
    return tuple(LETTERS[letter] for letter in rows.replace(" ", ""))


def _points(rows: str, kind: str) -> int:
    return JUDGE.score(_faces(rows)).kinds[kind]


@pytest.mark.rule("T20")
def test_the_worked_example_makes_44_points() -> None:
    score = JUDGE.score(parse_tank(WORKED_EXAMPLE, house_deck()))
    assert score.total == 44
    assert score.kinds == {
        "tetra": 5,
        "redtail": 5,
        "swordtail": 5,
        "pleco": 6,
        "discus": 4,
        "snail": 10,
        "shrimp": 6,
        "plant": 3,
    }
    snails = [part.cells for part in score.parts if part.kind == "snail"]
    assert snails == [(5, 1, 4), (9, 5, 13)], "the upper one by its plants, the middle one by the other snails"


@pytest.mark.rule("T13", "T21")
@pytest.mark.parametrize(
    ("rows", "kind", "points"),
    [
        ("w... .... .... ....", "swordtail", 0),
        ("w..w .... .... ....", "swordtail", 5),
        ("w..w .... .... w...", "swordtail", 5),
        ("w..w .... .... w..w", "swordtail", 15),
        ("w..w www. .www w..w", "swordtail", 15),
        (".ww. w..w w..w .ww.", "swordtail", 0),
        ("o... .... .... .o..", "pleco", 0),
        ("oooo .... .... .oo.", "pleco", 6),
        ("oooo .... .... ooo.", "pleco", 6),
        (".... .... .... oooo", "pleco", 15),
        ("h..h .... .... hhhh", "hatchet", 6),
        ("hhhh .... .... ....", "hatchet", 15),
        (".... .d.. .... ....", "discus", 4),
        (".... .dd. .... ....", "discus", 4),
        (".... .dd. .d.. ....", "discus", 12),
        ("dddd .dd. .dd. dddd", "discus", 12),
        ("dddd d..d d..d dddd", "discus", 0),
    ],
)
def test_only_cards_inside_the_area_count_and_only_once(rows: str, kind: str, points: int) -> None:
    assert _points(rows, kind) == points


@pytest.mark.rule("T14", "T21")
@pytest.mark.parametrize(("cards", "points"), [(1, 3), (2, 0), (3, 0), (4, 10), (5, 14), (6, 14), (9, 14)])
def test_the_number_of_angelfish_decides_wherever_they_are(cards: int, points: int) -> None:
    rng = random.Random(cards)
    for _ in range(10):
        places = rng.sample(range(16), cards)
        assert JUDGE.points(tuple("angelfish" if cell in places else "" for cell in range(16))) == points


@pytest.mark.rule("T16", "T21")
@pytest.mark.parametrize(("cards", "points"), [(1, 1), (2, 3), (3, 5), (4, 7), (5, 7), (16, 7)])
def test_plants_score_by_amount(cards: int, points: int) -> None:
    assert JUDGE.points(("plant",) * cards + ("",) * (16 - cards)) == points


@pytest.mark.rule("T15", "T21")
@pytest.mark.parametrize(
    ("rows", "kind", "points"),
    [
        ("tst. .... .... ....", "snail", 5),
        ("ts.. .t.. .... ....", "snail", 5),
        ("tsb. .... .... ....", "snail", 0),
        ("t.t. .s.. t.t. ....", "snail", 0),
        ("tsts .... .... ....", "snail", 5),
        ("tsts ...t .... ....", "snail", 10),
        ("tst. .t.. .... ....", "snail", 5),
        ("sss. .... .... ....", "snail", 5),
        ("t.t. .r.. .... ....", "shrimp", 6),
        ("t... .r.. ..t. ....", "shrimp", 6),
        (".t.. trt. .t.. ....", "shrimp", 0),
        ("t... .r.. ..b. ....", "shrimp", 0),
        (".r.r t.t. .... ....", "shrimp", 6),
        ("s... .r.. ..s. ....", "shrimp", 6),
        (".t.. bla. .o.. ....", "loach", 9),
        (".t.. bla. .t.. ....", "loach", 0),
        (".t.. bl.. .o.. ....", "loach", 0),
        (".t.. bls. .p.. ....", "loach", 9),
        (".t.. bll. .o.. ....", "loach", 9),
        ("tla. .b.. .... ....", "loach", 0),
        (".tb. bllt .ao. ....", "loach", 18),
    ],
)
def test_each_light_creature_scores_by_what_surrounds_it(rows: str, kind: str, points: int) -> None:
    assert _points(rows, kind) == points


@pytest.mark.rule("T15")
def test_a_loach_can_only_score_in_the_middle() -> None:
    for cell in range(16):
        faces = [f"k{number}" for number in range(16)]
        faces[cell] = "loach"
        wild = Scorer(_wild_deck())
        assert wild.score(tuple(faces)).kinds["loach"] == (9 if cell in (5, 6, 9, 10) else 0)


def _wild_deck() -> Deck:
    loach = 'family = "adjacency"\n[[kinds.neighbours]]\nwhere = "side"\ndifferent = 4\npoints = 9'
    amount = 'family = "amount"\nthresholds = [[9, 0]]'
    others = "".join(kind_table(f"k{number}", 1, amount) for number in range(16))
    return read_deck(kind_table("loach", 9, loach) + others + PLANT)


@pytest.mark.rule("T16")
def test_plants_are_a_kind_of_neighbour() -> None:
    assert _points("psp. .... .... ....", "snail") == 5
    assert _points("p.p. .r.. .... ....", "shrimp") == 6


def test_a_score_tells_the_cells_that_made_it() -> None:
    score = JUDGE.score(_faces("w.pw .p.. .sp. ...."))
    assert score.kinds == {"swordtail": 5, "snail": 5, "plant": 5}
    assert score.parts == (
        Part("swordtail", 5, (0, 3)),
        Part("snail", 5, (9, 5, 10)),
        Part("plant", 5, (2, 5, 10)),
    )


def test_kinds_without_points_are_named_but_are_no_set() -> None:
    score = JUDGE.score(_faces("aa.. .... .... s..p"))
    assert score.kinds == {"angelfish": 0, "snail": 0, "plant": 1}
    assert score.sets == 1


def test_quick_points_and_explained_points_agree() -> None:
    rng = random.Random(4)
    names = ["", *house_deck().by_name]
    for _ in range(1000):
        faces = tuple(rng.choice(names) for _ in range(16))
        score = JUDGE.score(faces)
        assert JUDGE.points(faces) == score.total == sum(part.points for part in score.parts)


@pytest.mark.rule("T8")
def test_an_unfinished_tank_scores_in_its_best_frame() -> None:
    tank = EMPTY_TANK.placed("swordtail", PlaceCard(0, 24), "plant")
    tank = tank.placed("swordtail", PlaceCard(0, 27), "plant")
    score, frame = JUDGE.best(tank)
    assert score.total == 5, "d4 and g4 can be corners"
    assert frame[0] in (24, 3), "the frame hangs below them or stands above"


@pytest.mark.rule("T21")
def test_an_own_deck_brings_its_own_conditions() -> None:
    deck = read_deck(
        kind_table(
            "crab", 20, 'family = "area"\narea = ["....", "X...", "X...", "...."]\nthresholds = [[1, 2], [2, 7]]'
        )
        + kind_table("eel", 20, 'family = "shape"\nshapes = [{ pattern = ["XX", ".X"], points = 4, mirrored = true }]')
        + kind_table("squid", 20, 'family = "amount"\nthresholds = [[3, 8]]')
        + kind_table(
            "star",
            20,
            'family = "adjacency"\nneighbours = [{ where = "around", same = 3, points = 4 }, '
            '{ where = "corner", different = 2, points = 6 }]',
        )
        + PLANT
    )
    scorer = Scorer(deck)
    crab, eel, squid, star = "crab", "eel", "squid", "star"
    assert scorer.points(("",) * 4 + (crab, "", "", "") + (crab,) + ("",) * 7) == 7
    assert scorer.points((eel, eel, "", "", "", eel, "", "") + ("",) * 8) == 4
    assert scorer.points((eel, eel, "", "", eel, "", "", "") + ("",) * 8) == 4
    assert scorer.points((eel, "", "", "", eel, eel, "", "") + ("",) * 8) == 0
    assert scorer.points((squid,) * 3 + ("",) * 13) == 8
    assert scorer.points((squid, squid, "", "", squid, star, "", "") + ("",) * 8) == 8 + 4
    assert scorer.points((squid, "", crab, "", "", star, "", "") + ("",) * 8) == 6
    both = scorer.score((squid, squid, crab, "", squid, star, "", "") + ("",) * 8)
    assert both.kinds["star"] == 6, "the better of two conditions"


@pytest.mark.parametrize("players", [2, 5])
def test_an_own_deck_can_be_played_with(players: int) -> None:
    house = (GAME.folder / "deck.toml").read_text(encoding="utf-8")
    own = house.replace('name = "snail"', 'name = "whelk"').replace("cards = 9", "cards = 12")
    state = GAME.start(GAME.options({"players": players, "deck_toml": own}))
    assert state.parse("A:whelk")
