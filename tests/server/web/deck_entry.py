"""Enters a whole deck into the editor as people do: with the keyboard alone, or by touch."""

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from msgspec.structs import replace
from playwright.sync_api import Page, expect

from shoal.games.fishtank.deck import (
    TANK_SIDE,
    Adjacency,
    Amount,
    Area,
    Condition,
    Deck,
    Kind,
    Pattern,
    Shapes,
    Threshold,
)
from shoal.games.fishtank.page.pad_leaf import CELL_NAMES

__all__ = ["ByKeyboard", "ByTouch", "Hand", "enter_deck", "same_decks", "with_more_points"]

#: How often somebody tries to get to something on a page that changes meanwhile.
_ATTEMPTS = 12
#: What a new kind of each side scores for, until somebody says otherwise.
_USUAL_FAMILY = {"light": Adjacency, "back": Amount}
_FAMILIES = {Shapes: "shape", Area: "area", Amount: "amount", Adjacency: "adjacency"}


class Entry(NamedTuple):
    """A button to press; or a field, with what to write into it."""

    selector: str
    text: str | None = None


class Hand(Protocol):
    """A way to work on a page."""

    def press(self, selector: str) -> None:
        """Press a button or a link."""

    def write(self, selector: str, text: str) -> None:
        """Fill in an empty field."""


class ByTouch:
    """Taps, and a keyboard on the screen."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def press(self, selector: str) -> None:
        self._page.tap(selector)

    def write(self, selector: str, text: str) -> None:
        for _ in range(_ATTEMPTS):
            # Two taps so soon after each other may count as one double tap, which puts no caret anywhere.
            self._page.tap(selector)
            self._page.keyboard.type(text)
            if self._page.input_value(selector) == text:
                # "Done" on the screen's keyboard; what is next may move when the page takes it in.
                self._page.keyboard.press("Enter")
                self._page.wait_for_selector('body:not([aria-busy="true"])', state="attached")
                return
        raise AssertionError(f"{selector} does not take {text}")


class ByKeyboard:
    """Tab, arrows, Enter and what is typed: the focus is never moved by anything else."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def press(self, selector: str) -> None:
        self._reach(selector)
        self._page.keyboard.press("Enter")

    def write(self, selector: str, text: str) -> None:
        self._reach(selector)
        self._page.keyboard.type(text)

    def _reach(self, selector: str) -> None:
        """Tab to it, or to the grid that it is in and then along its rows; the page may change under way."""
        self._page.wait_for_selector(selector)
        for _ in range(_ATTEMPTS):
            keys = self._page.evaluate(_WAY, selector)
            if not keys:
                return
            for key in keys:
                self._page.keyboard.press(key)
        expect(self._page.locator(selector)).to_be_focused()


#: The keys to press from the focus to an element: to its grid first, if it is in one, and then along it.
_WAY = """wanted => {
    const from = document.activeElement;
    const target = document.querySelector(wanted);
    if (from === target) return [];
    const grid = target.closest("[data-grid]");
    if (grid && grid.contains(from)) {
        const [down, right] = [target.dataset.row - from.dataset.row, target.dataset.col - from.dataset.col];
        return [
            ...Array(Math.abs(down)).fill(down > 0 ? "ArrowDown" : "ArrowUp"),
            ...Array(Math.abs(right)).fill(right > 0 ? "ArrowRight" : "ArrowLeft"),
        ];
    }
    const stops = [...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
        .filter((one) => !one.disabled && one.type !== "hidden" && one.tabIndex >= 0 && one.checkVisibility());
    const stop = grid ? stops.find((one) => grid.contains(one)) : target;
    const steps = stops.indexOf(stop) - stops.indexOf(from);
    return Array(Math.abs(steps)).fill(steps < 0 ? "Shift+Tab" : "Tab");
}"""


def enter_deck(page: Page, hand: Hand, deck: Deck) -> None:
    """Enter a deck kind by kind on an empty sheet."""
    for number, kind in enumerate(deck.kinds, start=1):
        for entry in _kind(number, kind):
            if entry.text is None:
                hand.press(entry.selector)
                page.wait_for_selector('body:not([aria-busy="true"])', state="attached")
            else:
                hand.write(entry.selector, entry.text)
    hand.write("#editor-title-text", deck.title)


def _kind(number: int, kind: Kind) -> Iterator[Entry]:
    at = f"#editor-{number}"
    yield Entry(f"#editor-add-{kind.side}")
    yield Entry(f"{at}-title-text", kind.title)
    if kind.side != "back":
        yield Entry(f"{at}-cards-text", str(kind.cards))
        if kind.left_out:
            yield Entry(f"{at}-small")
    if not isinstance(kind.condition, _USUAL_FAMILY.get(kind.side, ())):
        yield Entry(f"{at}-{_FAMILIES[type(kind.condition)]}")
    if isinstance(kind.condition, Area):
        yield from (Entry(f"{at}-area-{cell}") for cell in _cells(kind.condition.area))
    for line, entries in enumerate(_lines(kind.condition), start=1):
        if line > 1:
            yield Entry(f"{at}-more")
        for word, text in entries:
            yield Entry(f"{at}-{line}-{word}", text)
    # On a phone, the other kinds are out of sight while one is open.
    yield Entry("#editor-close")


def _lines(condition: Condition) -> Iterator[list[tuple[str, str | None]]]:
    """What to press and to write for each line of points."""
    match condition:
        case Shapes(shapes):
            for shape in shapes:
                flags = [name for name in ("mirrored", "turned") if getattr(shape, name)]
                yield [*((name, None) for name in (*_cells(shape.pattern), *flags)), _points(shape.points)]
        case Area(_, thresholds, _) | Amount(thresholds):
            for one in thresholds:
                yield [("count-text", str(one.cards)), _points(one.points)]
        case Adjacency(neighbours):
            for each in neighbours:
                pressed = (f"where-{each.where}", f"alike-{'yes' if each.alike else 'no'}")
                yield [*((name, None) for name in pressed), ("count-text", str(each.count)), _points(each.points)]


def _points(points: int) -> tuple[str, str]:
    return "points-text", str(points)


def _cells(pattern: Pattern) -> list[str]:
    """The cells of a pattern, as the editor names them."""
    signs = "".join(row.ljust(TANK_SIDE, ".") for row in pattern)
    return [name for name, sign in zip(CELL_NAMES, signs, strict=False) if sign == "X"]


def with_more_points(deck: Deck, title: str) -> Deck:
    """The deck under another title, with one more point for everything."""

    def richer(condition: Condition) -> Condition:
        match condition:
            case Shapes(shapes):
                return Shapes(tuple(replace(one, points=one.points + 1) for one in shapes))
            case Area(_, thresholds, _) | Amount(thresholds):
                return replace(condition, thresholds=tuple(_richer(one) for one in thresholds))
            case Adjacency(neighbours):
                return Adjacency(tuple(replace(one, points=one.points + 1) for one in neighbours))

    return Deck(title, tuple(replace(kind, condition=richer(kind.condition)) for kind in deck.kinds))


def _richer(one: Threshold) -> Threshold:
    return replace(one, points=one.points + 1)


def same_decks(one: Deck, other: Deck) -> bool:
    """Whether two decks score alike, kind by kind, whatever the colours and wherever their values come from."""
    return [_plain(kind) for kind in one.kinds] == [_plain(kind) for kind in other.kinds]


def _plain(kind: Kind) -> object:
    return kind.title, kind.cards, kind.side, kind.left_out, list(_lines(kind.condition)), _area(kind.condition)


def _area(condition: Condition) -> object:
    return condition.area if isinstance(condition, Area) else None
