"""The page: every step can be pressed, every score can be seen, and no viewer sees what is not theirs."""

import random
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from msgspec.structs import replace
from tests.games.fishtank.decks import PLANT, amount_deck, kind_table, play_all, play_random, random_step, start
from tests.games.fragment import Fragment

from shoal.core import Text, Viewer
from shoal.core.pictures import draw_picture
from shoal.core.text import fill, say_english
from shoal.core.translations import speaker
from shoal.games.fishtank import GAME
from shoal.games.fishtank.cells import CELL_NAMES, FRAMES
from shoal.games.fishtank.deck_file import house_deck
from shoal.games.fishtank.page import PAGE
from shoal.games.fishtank.page.emblems import emblem
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.state import State
from shoal.games.fishtank.tank import Tank
from shoal.server.web.templating import render_table

NAMES = ["Ada", "Grace", "Barbara", "Radia", "Frances", "Karen"]


def _draw(state: State, viewer: Viewer, names: Sequence[str] = NAMES, language: str = "en") -> str:
    return str(render_table(GAME, state.view(viewer), names[: len(state.tanks)], speaker(language, GAME)))


def _moments(players: int, share: float, **options: object) -> Iterator[State]:
    """Some moments of a random game, and its end."""
    rng = random.Random(players)
    state = start(players=players, **options)
    while state.to_act:
        if rng.random() < share or (state.phase is RoundPhase.DISCARD and rng.random() < 0.3):
            yield state
        state = state.play(random_step(state, rng)[1])
    yield state


GAMES = [
    pytest.param({"players": 2}, id="2"),
    pytest.param({"players": 2, "deck": "full"}, id="2-full"),
    pytest.param({"players": 3}, id="3"),
    pytest.param({"players": 4}, id="4"),
    pytest.param({"players": 5, "deck": "full"}, id="5"),
    pytest.param({"players": 6}, id="6"),
    pytest.param({"players": 4, "deck_toml": amount_deck(**{f"fish{n}": 9 for n in range(20)})}, id="own-deck"),
]


@pytest.mark.parametrize("options", GAMES)
def test_what_can_be_pressed_is_what_may_be_done(options: dict[str, int]) -> None:
    for number, state in enumerate(_moments(share=0.12, **options)):
        for seat in {number % options["players"], 0 if state.phase is RoundPhase.PLACE else 1}:
            view = state.view(seat)
            presses = [step.tokens for step in view.legal]
            buttons = [element for element in Fragment(_draw(state, seat)) if element.has("data-token")]
            assert {element.tag for element in buttons} <= {"button"}
            counted = Counter(element["data-token"] for element in buttons)
            assert set(counted) == {token for tokens in presses for token in tokens}
            assert set(counted.values()) <= {1}, "a token that two buttons share would be marked on both"
        assert not any(element.has("data-token") for element in Fragment(_draw(state, None)))


@pytest.mark.rule("T10")
def test_no_list_of_presses_is_the_beginning_of_another() -> None:
    """So the page knows after each press whether a step is complete, and most placings take a single press."""
    for state in _moments(players=3, share=0.15):
        for seat in range(3):
            presses = {step.tokens for step in state.view(seat).legal}
            assert len(presses) == len(state.view(seat).legal)
            assert not any(tokens[:-1] in presses for tokens in presses)


@pytest.mark.parametrize("options", GAMES)
def test_ids_are_unique_and_what_can_be_focused_says_what_it_is(options: dict[str, int]) -> None:
    for state in _moments(share=0.04, **options):
        for viewer in (None, 0, options["players"] - 1):
            elements = Fragment(_draw(state, viewer))
            ids = [element["id"] for element in elements if element.has("id")]
            assert len(ids) == len(set(ids))
            pointed = {element["href"].removeprefix("#") for element in elements if element.tag == "use"}
            assert pointed <= set(ids)
            for element in elements:
                if element.tag == "button":
                    assert element["type"] == "button"
                    assert element.has("id")
                if element.tag == "button" or element.has("data-row"):
                    assert element["aria-label"]
                assert element.has("data-row") == element.has("data-col")


def _deal(*hands: str) -> State:
    dealt = [hand.split() for hand in hands]
    steps = [f"={'ABC'[seat]}:{hand[card]}" for card in range(8) for seat, hand in enumerate(dealt)]
    return play_all(start(players=len(hands), deck="full"), steps)


MINE = "angelfish barb barb discus hatchet loach pleco redtail"
THEIRS = "snail snail snail barb barb pleco shrimp tetra"
OTHERS = "snail tetra tetra tetra hatchet hatchet hatchet loach"


@pytest.mark.rule("T4")
def test_a_sealed_choice_shows_only_that_it_was_made() -> None:
    state = _deal(MINE, THEIRS, OTHERS)
    one, other = play_all(state, "B:snail"), play_all(state, "B:tetra")
    for viewer in (0, 2, None):
        assert _draw(one, viewer) == _draw(other, viewer) != _draw(state, viewer)
        assert "sealed" in Fragment(_draw(one, viewer)).with_id("held-B").classes
    assert _draw(one, 1) != _draw(other, 1)
    mine = Fragment(_draw(one, 1))
    assert "sealed" in mine.with_id("hand-1-1-snail").classes
    assert "Snail" in mine.with_id("prompt").text


@pytest.mark.rule("T7")
def test_a_sealed_placing_is_seen_by_its_owner_only() -> None:
    state = play_all(_deal(MINE, THEIRS, OTHERS), "A:barb B:snail C:loach A:d4 B:d4 C:d4 A:hatchet B:barb C:pleco")
    one, other = play_all(state, "B:c4/d4*"), play_all(state, "B:e5*")
    for viewer in (0, 2, None):
        assert _draw(one, viewer) == _draw(other, viewer)
    mine = Fragment(_draw(one, 1))
    assert mine.with_id("cell-c4")["aria-label"] == "c4, Cherry Barb, sealed"
    assert mine.with_id("cell-d4")["aria-label"] == "d4, Plant, sealed"
    assert draw_picture(GAME, one.view(1), NAMES, say_english) == draw_picture(GAME, one.view(0), NAMES, say_english)


@pytest.mark.rule("T4")
def test_hands_are_drawn_for_their_holders_only() -> None:
    one, other = _deal(MINE, THEIRS, OTHERS), _deal(MINE, OTHERS, THEIRS)
    for viewer in (0, None):
        assert _draw(one, viewer) == _draw(other, viewer)
    assert not any("hand-card" in element.classes for element in Fragment(_draw(one, None)))


def test_cards_of_one_kind_lie_on_each_other_in_the_hand() -> None:
    card = Fragment(_draw(_deal(MINE, THEIRS), 1)).with_id("hand-1-1-snail")
    assert "×3" in card.text
    assert card["aria-label"].startswith("3 × Snail: 2 of one kind at its sides")


@pytest.mark.rule("T17")
def test_the_card_just_drawn_is_marked() -> None:
    state = play_all(_deal(MINE, THEIRS), "A:barb B:snail =A-barb =A:discus =B-discus =B:swordtail A:d4 B:d4")
    elements = Fragment(_draw(state, 1))
    drawn = [element["id"] for element in elements if "drawn" in element.classes]
    assert drawn == ["hand-1-2-swordtail"]


def test_the_viewers_own_tank_comes_first() -> None:
    state = play_random(start(players=4), random.Random(1), steps=60)
    for viewer in range(4):
        seats = [element["id"] for element in Fragment(_draw(state, viewer)) if "aquarium" in element.classes]
        assert seats[0] == f"tank-{'ABCD'[viewer]}"
        assert sorted(seats) == ["tank-A", "tank-B", "tank-C", "tank-D"]


@pytest.mark.rule("T8")
def test_the_open_frame_is_what_the_cards_can_still_reach() -> None:
    for state in _moments(players=3, share=0.1):
        scene = PAGE.scene(state.view(0), NAMES[:3], say_english)
        for seat, tank, _ in scene["seats"]:  # type: ignore[attr-defined]
            frames = state.tanks[seat].frames
            inside = {cell for frame in frames for cell in frame}
            shared = set.intersection(*map(set, frames))
            assert _cells(tank.reach) == inside
            assert _cells(tank.certain) == shared
            assert (tank.fixed_across and tank.fixed_down) == (len(frames) == 1)
            assert all(CELL_NAMES.index(cell.name) in inside for cell in tank.cells)


def _cells(rect: object) -> set[int]:
    left, top, cols, rows = (getattr(rect, name) for name in ("left", "top", "cols", "rows"))
    return {row * 7 + column for row in range(top, top + rows) for column in range(left, left + cols)}


@pytest.mark.rule("T12", "T13", "T14", "T15", "T16")
def test_each_line_of_a_score_lights_the_cells_that_make_it() -> None:
    for state in _moments(players=3, share=0.05):
        elements = Fragment(_draw(state, 1))
        for seat, letter in enumerate("ABC"):
            score, frame = state.options.scorer.best(state.tanks[seat])
            lines = {
                element["id"].removeprefix(f"line-{letter}-"): element["data-line"]
                for element in elements
                if element.attributes.get("id", "").startswith(f"line-{letter}-")
            }
            assert set(lines) == set(score.kinds)
            place = "cell-" if seat == 1 else f"card-{letter}-"
            lit = {
                element["id"].removeprefix(place): element["data-lit"].split()
                for element in elements
                if element.has("data-lit") and element.attributes.get("id", "").startswith(place)
            }
            for kind, number in lines.items():
                made = {CELL_NAMES[frame[cell]] for part in score.parts if part.kind == kind for cell in part.cells}
                lying = {CELL_NAMES[cell] for cell, face in enumerate(state.tanks[seat].faces) if face == kind}
                assert {cell for cell, numbers in lit.items() if number in numbers} == (made or lying)
                line = elements.with_id(f"line-{letter}-{kind}")
                assert f" {score.kinds[kind]}" in line.text


def test_every_line_that_a_tank_can_have_has_a_light() -> None:
    css = (PAGE.folder / "style.css").read_text(encoding="utf-8")
    for number in range(16):
        assert re.search(rf'\[data-line="{number}"\]\S* \S+ \S+ \[data-lit~="{number}"\]', css), number


def _tank(faces: str) -> Tank:
    """A finished tank with these kinds, given by their initials, in the first frame."""
    lying = [""] * len(CELL_NAMES)
    for cell, face in zip(FRAMES[0], faces, strict=True):
        lying[cell] = face
    return Tank(tuple(lying), sum(1 << cell for cell in FRAMES[0]), 0)


def _ended(*tanks: str) -> State:
    deck = "".join(
        kind_table(name, 40, f'family = "amount"\nthresholds = [[1, {points}]]')
        for name, points in (("a", 2), ("b", 1), ("c", 1))
    )
    state = start(players=len(tanks), deck_toml=deck + PLANT)
    return replace(state, phase=RoundPhase.OVER, to_act=(), tanks=tuple(map(_tank, tanks)))


@pytest.mark.rule("T18")
def test_the_end_tells_the_score_kind_by_kind_and_what_decided() -> None:
    plain = Fragment(_draw(_ended("a" * 16, "b" * 16), 0))
    assert "most points" in plain.with_id("ending-title").text
    assert not any("decide" in element.classes for element in plain)
    by_sets = Fragment(_draw(_ended("a" * 16, "b" * 8 + "c" * 8), 0))
    assert "more different sets" in by_sets.with_id("ending-title").text
    (row,) = [element for element in by_sets if "decide" in element.classes]
    assert row.text.endswith("12")
    cells = [element.text for element in by_sets if element.tag == "td"]
    assert cells == ["2", "–", "–", "1", "–", "1", "2", "2", "1", "2"]
    assert any("wins" in element.classes and "Grace" in element.text for element in by_sets if element.tag == "th")


def test_every_kind_of_the_house_has_a_drawing_and_a_diagram_of_its_own() -> None:
    html = _draw(start(players=6, deck="full"), None)
    drawings = dict(re.findall(r'<symbol id="art-(\w+)"[^>]*>(.*?)</symbol>', html, re.DOTALL))
    assert set(drawings) == {kind.name for kind in house_deck().kinds}
    assert len(set(drawings.values())) == 13
    assert not any("<text" in drawing for drawing in drawings.values())
    assert len({str(emblem(kind)) for kind in house_deck().kinds}) == 13


def _bracket(text: Text) -> str:
    """A language in which every text is put in brackets, so that what was never said stands out."""
    return f"⟦{fill(text.message if text.count == 1 else text.plural or text.message, text, _bracket)}⟧"


@pytest.mark.parametrize("players", [2, 4])
def test_every_text_goes_through_the_speaker(players: int) -> None:
    for state in _moments(players=players, share=0.04):
        for viewer in (None, 0):
            html = str(render_table(GAME, state.view(viewer), ["7"] * players, _bracket))
            labels = [element["aria-label"] for element in Fragment(html) if element.has("aria-label")]
            for text in [*labels, *re.findall(r">([^<>]+)<", html)]:
                while text != (rest := re.sub(r"⟦[^⟦⟧]*⟧", "", text)):
                    text = rest
                assert not re.search(r"[^\W\d_]{2}", text), text


def test_french_and_czech_are_spoken() -> None:
    state = play_all(_deal(MINE, THEIRS, OTHERS), "A:barb B:snail C:loach")
    assert "votre main passe à gauche, à Grace" in _draw(state, 0, language="fr")
    assert "vaše karty jdou doleva, dostane je Grace" in _draw(state, 0, language="cs")


def test_names_and_titles_are_never_read_as_markup() -> None:
    own = kind_table("eel", 60, 'family = "amount"\nthresholds = [[1, 1]]').replace('"Eel"', '"<b>{eel}&"') + PLANT
    state = play_random(start(deck_toml=own), random.Random(1), steps=22)
    html = _draw(state, 0, names=['"><script>', "<i>Bo</i>"])
    assert "<script" not in html
    assert "<i>Bo" not in html
    assert "&lt;b&gt;{eel}&amp;" in html
    ET.fromstring(draw_picture(GAME, state.view(0), ['"><script>', "<i>Bo</i>"], say_english))  # noqa: S314 - our own


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_picture_stands_alone_and_shows_every_card_that_lies(players: int) -> None:
    for state in _moments(players=players, share=0.03):
        for viewer in (None, 0):
            svg = draw_picture(GAME, state.view(viewer), NAMES[:players], say_english)
            root = ET.fromstring(svg)  # noqa: S314 - our own
            links = [element.get("href", "") for element in root.iter("{http://www.w3.org/2000/svg}use")]
            ids = {element.get("id") for element in root.iter()}
            assert all(link[0] == "#" and link[1:] in ids for link in links)
            assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
            lying = Counter(face for tank in state.tanks for face in tank.faces if face)
            scored = Counter(kind for tank in state.tanks for kind in state.options.scorer.best(tank)[0].kinds)
            assert Counter(link.removeprefix("#art-") for link in links) == lying + scored + Counter(state.revealed)


def test_the_cover_is_a_plain_small_picture() -> None:
    cover = (PAGE.folder / "cover.svg").read_text(encoding="utf-8")
    root = ET.fromstring(cover)  # noqa: S314 - our own
    assert root.get("viewBox") == "0 0 400 300"
    assert len(cover) < 7_000
    assert "script" not in cover
    assert "http" not in cover.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize(("players", "most"), [(2, 45_000), (4, 65_000), (6, 80_000)])
def test_a_table_stays_small(players: int, most: int) -> None:
    """Most of it is the same words again and again: it travels at a seventh of this size."""
    for state in _moments(players=players, share=0.05):
        assert len(_draw(state, 0).encode()) < most
