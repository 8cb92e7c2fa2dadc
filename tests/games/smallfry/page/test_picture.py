"""Pictures that stand on their own, and the style sheet."""

import re
from collections.abc import Callable, Sequence
from xml.etree import ElementTree

import pytest

from shoal.core.pictures import draw_picture
from shoal.core.text import say_english
from shoal.games.smallfry import GAME
from shoal.games.smallfry.cards import SPECIES_NAMES
from shoal.games.smallfry.state import State

Make = Callable[..., State]

SVG = "{http://www.w3.org/2000/svg}"
ROW = " ".join(f"{species}1" for species in SPECIES_NAMES)


def _check_alone(svg: str) -> ElementTree.Element:
    """The picture, once it is clear that it needs nothing from outside and does nothing."""
    root = ElementTree.fromstring(svg)  # noqa: S314 - our own file
    assert root.tag == f"{SVG}svg"
    ids = {element.get("id") for element in root.iter()}
    for element in root.iter():
        assert element.tag not in (f"{SVG}script", f"{SVG}foreignObject", f"{SVG}image")
        for name, value in element.attrib.items():
            assert not name.startswith("on")
            assert name != "href" or value.removeprefix("#") in ids
            assert all(reference in ids for reference in re.findall(r"url\(#([^)]*)\)", value))
            assert "http" not in value
    return root


def _texts(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def _draw(state: State, viewer: int | None, names: Sequence[str]) -> ElementTree.Element:
    return _check_alone(draw_picture(GAME, state.view(viewer), names, say_english))


@pytest.mark.parametrize("memory", ["closed", "open"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_picture_stands_alone_and_names_cards_and_players(situation: Make, players: int, memory: str) -> None:
    names = ("Ada", "<Grace & co>", "Alan", "Linus")[:players]
    catches = ("eel4 eel1", "ray3 boxfish2", "", "sunfish1")[:players]
    root = _draw(situation(row=ROW, catches=catches, phase="choice", memory=memory), 0, names)
    texts = _texts(root)
    assert set(names) <= set(texts)
    assert texts.count("hammerhead") == 1 + (players if memory == "open" else 1)
    assert "2 cards, worth 4" in texts
    assert ("2 cards, worth 5" in texts) == (memory == "open")


@pytest.mark.rule("S13")
def test_the_picture_of_a_closed_table_shows_no_others_catch(situation: Make) -> None:
    one, other = situation(catches=("eel4", "ray3")), situation(catches=("eel4", "sunfish1"), deck="eel2 " * 64)
    pictures = [draw_picture(GAME, state.view(0), ("Ada", "Grace"), say_english) for state in (one, other)]
    assert pictures[0] == pictures[1]


def test_the_picture_shows_the_robbery(situation: Make, play: Make) -> None:
    state = play(situation(catches=("eel1", "ray1 ray2")), "flip", "=octopus", "rob B2", "=roll -1")
    texts = _texts(_draw(state, None, ("Ada", "Grace")))
    assert "octopus" in texts
    assert "−1" in texts
    assert "eel" in _texts(_draw(play(state, "=take eel1"), None, ("Ada", "Grace")))
    assert "The die shows -1: 1 card still goes from Ada to Grace" in texts


def test_everything_lies_inside_the_picture(situation: Make) -> None:
    catches = ["eel1", " ".join(f"{species}2" for species in SPECIES_NAMES * 2), "", "ray4"]
    root = _draw(situation(row=ROW, catches=catches, phase="choice"), 0, ("A" * 60,) * 4)
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for card in root.findall(f"{SVG}svg"):
        assert float(card.attrib["x"]) + float(card.attrib["width"]) <= width
    for panel in root.findall(f"{SVG}g[@transform]"):  # there is no robbery here
        x, y = map(float, re.findall(r"[\d.]+", panel.attrib["transform"]))
        frame = panel.find(f"{SVG}rect")
        assert frame is not None
        assert x + float(frame.attrib["width"]) <= width
        assert y + float(frame.attrib["height"]) <= height
        for back in panel.findall(f"{SVG}use"):
            assert float(back.attrib["x"]) + float(back.attrib["width"]) <= float(frame.attrib["width"])


def test_the_cover_stands_alone() -> None:
    root = _check_alone((GAME.page().folder / "cover.svg").read_text(encoding="utf-8"))
    assert root.attrib["viewBox"] == "0 0 400 300"


def test_the_style_needs_nothing_from_outside_and_honours_reduced_motion() -> None:
    style = (GAME.page().folder / "style.css").read_text(encoding="utf-8")
    assert "url(" not in style
    assert "@import" not in style
    times = re.findall(r"(?:animation|transition)(?:-duration)?:[^;]*?\d+ms[^;]*;", style)
    assert times
    for line in times:
        assert line.count("var(--speed)") == len(re.findall(r"\d+ms", line)), line
