"""The ice in a browser: what can be pressed, what is said about it, and that the right penguin slides."""

import random
import re
from collections.abc import Iterator
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from tests.games.fragment import Element, Fragment

from shoal.core import CHANCE, Viewer
from shoal.core.pictures import draw_picture
from shoal.core.translations import LANGUAGES, speaker
from shoal.games.penguins import GAME, State
from shoal.games.penguins.page.penguin_tracks import tracks_of
from shoal.games.penguins.page.piles import piles_of
from shoal.games.penguins.phase import IcePhase
from shoal.games.penguins.steps import CONTENT, Move
from shoal.server.web.templating import MarkedStep, render_table

NAMES = ("Ada", "Grace", "Edsger", "Barbara")

#: Every edition and number of players, and every option that changes what is shown.
TABLES: tuple[dict[str, object], ...] = (
    *(dict[str, object](edition=edition, players=players) for edition in ("en", "fr", "cs") for players in (2, 3, 4)),
    {"edition": "cs", "players": 2, "shifts": [2, -2, 1, 0, -1, 2, -2, 0]},
    {"edition": "en", "players": 3, "swaps": True},
    {"edition": "cs", "players": 4, "swaps": True, "top_row": "seven"},
)
tables = pytest.mark.parametrize("options", TABLES, ids=str)

#: A board laid out by hand with gaps, and the first placings on it.
PUZZLE = "=1101011/02122120/1020301/11221112/0011200/11022011/2121221/00132100"


class IceFragment(Fragment):
    """The ice in a page."""

    def __init__(self, html: str) -> None:
        self._inside: list[tuple[str, str]] = []
        super().__init__(f'<section id="board">{html}</section>')

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        parent = self.open[-1].attributes.get("id", "") if self.open else None
        super().handle_starttag(tag, attrs)
        if parent is not None:
            self._inside.append((parent, self.elements[-1].attributes.get("id", "")))

    def children(self, parent: str) -> list[str]:
        """The ids of the elements within one, in order."""
        return [child for inside, child in self._inside if inside == parent]

    @property
    def tokens(self) -> set[str]:
        """What can be pressed."""
        return {
            button["data-token"] for button in self.buttons if button.has("data-token") and not button.has("disabled")
        }


def place_of(element: Element) -> tuple[str, ...]:
    """Where an element lies on the ice."""
    return tuple(re.findall(r"--[xy]:(\d+)", element["style"]))


def html_of(state: State, viewer: Viewer = None, language: str = "en") -> str:
    return render_table(GAME, state.view(viewer), NAMES[: state.options.players], speaker(language, GAME))


def read(state: State, viewer: Viewer = None) -> IceFragment:
    return IceFragment(html_of(state, viewer))


def actor(state: State) -> Viewer:
    return state.to_act[0] if state.to_act and state.to_act[0] != CHANCE else None


def random_game(options: dict[str, object], seed: int = 0) -> Iterator[State]:
    """All moments of one game; swaps are proposed now and then, so that the bargaining ends soon."""
    rng = random.Random(seed)
    state = GAME.start(GAME.options(options))
    while state.to_act:
        yield state
        if state.phase is IcePhase.DEAL:
            state = state.play(state.chance().draw(rng.randrange))
            continue
        legal = state.legal(state.to_act[0])
        state = state.play(CONTENT if CONTENT in legal and rng.random() < 0.4 else rng.choice(legal))
    yield state


def some_moments(options: dict[str, object], seed: int = 0) -> list[State]:
    """Every fifth moment of a game, beginning anywhere in the first five, and its end."""
    game = list(random_game(options, seed))
    return [*game[seed % 5 : -1 : 5], game[-1]]


def played(options: dict[str, object], steps: str) -> State:
    state = GAME.start(GAME.options(options))
    for text in steps.split():
        state = state.play(state.parse(text))
    return state


@tables
def test_every_legal_step_can_be_pressed_and_no_two_by_the_same_presses(options: dict[str, object]) -> None:
    for state in [*random_game(options)][::2]:
        seat = actor(state)
        if seat is None:
            continue
        legal = state.legal(seat)
        assert len({step.tokens for step in legal}) == len(legal)
        assert {token for step in legal for token in step.tokens} <= read(state, seat).tokens


def test_a_board_with_gaps_can_be_played_to_the_end() -> None:
    state = played({}, PUZZLE)
    rng = random.Random(1)
    while state.to_act:
        legal = state.legal(state.to_act[0])
        page = read(state, state.to_act[0])
        assert {token for step in legal for token in step.tokens} <= page.tokens
        assert page.with_id("floe-a3").attributes["aria-label"] == "a3, open water"
        state = state.play(rng.choice(legal))
    assert "gone" in read(state).with_id("floe-a3").classes


@tables
def test_ids_are_unique_and_everything_pressable_is_a_button_with_words(options: dict[str, object]) -> None:
    for state in some_moments(options, seed=1):
        page = read(state, actor(state))
        ids = [element.attributes["id"] for element in page.elements if "id" in element.attributes]
        assert len(set(ids)) == len(ids)
        for element in page.elements:
            assert element.tag == "button" or "data-token" not in element.attributes
            if element.tag == "button":
                assert element.attributes["type"] == "button"
                assert element.attributes.get("aria-label") or element.text.strip()


@tables
def test_floes_that_are_gone_stay_in_the_page_but_cannot_be_pressed(options: dict[str, object]) -> None:
    for state in some_moments(options, seed=2):
        page = read(state, actor(state))
        floes = page.with_class("floe")
        assert len(floes) == 60
        there = {floe.attributes["id"].removeprefix("floe-") for floe in floes if "disabled" not in floe.attributes}
        assert there == set(state.board.floe_names(state.ice))
        for floe in floes:
            assert ("gone" in floe.classes) == ("disabled" in floe.attributes) == ("data-token" not in floe.attributes)


def test_arrow_keys_find_every_floe_at_a_place_of_its_own() -> None:
    for options in TABLES:
        state = next(state for state in random_game(options) if state.phase is not IcePhase.DEAL)
        page = read(state)
        places = {(floe.attributes["data-row"], float(floe.attributes["data-col"])) for floe in page.with_class("floe")}
        assert len(places) == 60
        assert "data-grid" in page.with_class("ice")[0].attributes


@tables
def test_a_penguin_keeps_its_id_while_it_slides(options: dict[str, object]) -> None:
    moments = [state for state in random_game(options, seed=3) if state.phase in (IcePhase.MOVING, IcePhase.OVER)]
    for before, after in list(pairwise(moments))[::3]:
        step = before.parse(after.past[-1])
        assert isinstance(step, Move)
        pages = read(before), read(after)
        old, new = ({each.attributes["id"]: place_of(each) for each in page.with_class("penguin")} for page in pages)
        assert old.keys() == new.keys()
        (moved,) = (name for name in old if old[name] != new[name])
        start, end = step.tokens
        assert moved.startswith(f"penguin-{'ABCD'[before.to_act[0]]}-")
        assert old[moved] == place_of(pages[0].with_id(f"floe-{start}"))
        assert new[moved] == place_of(pages[1].with_id(f"floe-{end}"))


@tables
def test_nothing_changes_its_place_among_its_siblings(options: dict[str, object]) -> None:
    """What a patch moves about in the page loses its transition, so that it would jump instead of slide."""
    moments = list(random_game(options, seed=11))
    for before, after in list(pairwise(moments))[::3]:
        old, new = ((read(state).children("board"), read(state).children("ice")) for state in (before, after))
        assert old[0] == new[0]
        assert all(old[0])
        assert new[1][: len(old[1])] == old[1]


@tables
def test_penguins_stand_where_the_rules_have_them(options: dict[str, object]) -> None:
    for state in some_moments(options, seed=4):
        page = read(state)
        drawn = sorted(
            (element.attributes["id"].split("-")[1], place_of(element))
            for element in page.with_class("penguin")
            if "ashore" not in element.classes
        )
        standing = sorted(
            ("ABCD"[seat], place_of(page.with_id(f"floe-{name}")))
            for seat, floes in enumerate(state.penguins)
            for name in state.board.floe_names(floes)
        )
        if state.to_act:
            assert drawn == standing
        else:
            assert len(drawn) == state.options.players * state.options.penguins_each


@pytest.mark.rule("P13", "P15", "P21")
@tables
def test_the_piles_add_up_to_what_every_seat_has_taken(options: dict[str, object]) -> None:
    for state in some_moments(options, seed=5):
        view = state.view(None)
        for seat, pile in enumerate(piles_of(view, tracks_of(view), NAMES, str)):
            assert sum(heap.floes for heap in pile.heaps) == pile.floes == state.floes[seat]
            assert sum(heap.floes * heap.fish for heap in pile.heaps) == pile.fish == state.scores[seat]


DEAL = "=2121132/22311211/1233131/13322111/3112212/11131121/2132211/21122121"


def test_labels_say_what_is_there() -> None:
    page = read(played({}, f"{DEAL} a4 b4 d1 b7 f1 c5 h3 f5 a4-a5"))
    labels = {floe.attributes["data-token"]: floe.attributes["aria-label"] for floe in page.with_class("floe")[4:]}
    assert page.with_id("floe-a4").attributes["aria-label"] == "a4, open water"
    assert labels["a5"] == "a5, 1 fish, Ada's penguin"
    assert labels["b4"] == "b4, 1 fish, Grace's penguin"
    assert labels["b3"] == "b3, 3 fish"


def tracks(state: State) -> list[str]:
    names = (element.attributes.get("id", "") for element in read(state).elements)
    return [name for name in names if name.startswith("track-")]


def test_the_last_move_is_drawn_with_its_start_and_end() -> None:
    placed = f"{DEAL} a4 b4 d1 b7 f1 c5 h3 f5"
    assert tracks(played({}, DEAL)) == []
    assert tracks(played({}, placed)) == ["track-placing-f5-f5"]
    assert tracks(played({}, f"{placed} a4-a5")) == ["track-move-a4-a5"]


@pytest.mark.rule("P8")
def test_marked_steps_are_arrows_from_floe_to_floe_and_rings_where_one_is_placed() -> None:
    moves = [state for state in random_game({"players": 2}) if state.phase is IcePhase.MOVING]
    state = moves[0]
    played, better = state.legal(actor(state) or 0)[:2]
    marked = (MarkedStep("played", played.tokens), MarkedStep("better", better.tokens), MarkedStep("placed", ("c4",)))
    page = IceFragment(render_table(GAME, state.view(0), NAMES[:2], speaker("en", GAME), marked))
    assert [one["class"] for one in page if "step" in one.classes] == ["step played", "step better", "step placed"]
    assert sum("head" in one.classes for one in page) == 2
    kinds = {one["data-token"]: one["data-marked"].split() for one in page if one.has("data-marked")}
    for step in marked:
        assert all(step.kind in kinds[token] for token in step.tokens)
    assert set(kinds) == {token for step in marked for token in step.tokens}
    assert not any("step" in one.classes or one.has("data-marked") for one in read(state, 0))


def test_the_page_shows_where_penguins_may_be_placed() -> None:
    for edition in ("en", "fr"):
        state = played({"edition": edition}, f"{DEAL} a4")
        berths = {floe.attributes["data-token"] for floe in read(state).with_class("berth")}
        assert berths == {str(step) for step in state.legal(1)}


@pytest.mark.rule("P4")
def test_swaps_are_proposed_and_answered_with_buttons() -> None:
    words = {"content", "agree", "refuse"}
    proposing = played({"swaps": True}, DEAL)
    assert read(proposing, 0).tokens & words == {"content"}
    assert not read(proposing, 1).tokens & words
    answering = proposing.play(proposing.parse("a1<>b3"))
    assert read(answering, 1).tokens & words == {"agree", "refuse"}
    assert not read(answering, 0).tokens & words
    page = read(answering)
    assert [floe.attributes["data-token"] for floe in page.with_class("offered")] == ["a1", "b3"]
    assert page.with_id("floe-a1").attributes["aria-label"] == "a1, 2 fish, up for swapping"
    assert page.with_id("ice-hint").text == "Ada would swap a1 and b3."


@pytest.mark.rule("P19")
@tables
def test_at_the_end_the_ice_shows_who_took_what_and_who_won(options: dict[str, object]) -> None:
    *_, end = random_game(options, seed=6)
    assert end.result is not None
    page = read(end)
    for seat in range(end.options.players):
        label = f"taken by {NAMES[seat]}"
        taken = [floe for floe in page.with_class("taken") if floe.attributes["aria-label"].endswith(label)]
        assert len(taken) == end.floes[seat]
        assert ("wins" in page.with_id(f"pile-{'ABCD'[seat]}").classes) == (seat in end.result.winners)
        assert (NAMES[seat] in page.with_class("ribbon")[0].text) == (seat in end.result.winners)


@tables
def test_equal_views_give_equal_pages(options: dict[str, object]) -> None:
    rng = random.Random(7)
    for state in some_moments(options, seed=7):
        again = state.view(None).imagine(rng)
        assert html_of(again) == html_of(state)


def test_names_cannot_smuggle_in_markup() -> None:
    state = played({}, f"{DEAL} a4")
    page = render_table(GAME, state.view(0), ['<b id="x">"&', "{floe}"], speaker("en", GAME))
    assert "<b id=" not in page
    assert IceFragment(page).with_id("floe-a4").attributes["aria-label"] == 'a4, 1 fish, <b id="x">"&\'s penguin'


@tables
def test_pages_are_small(options: dict[str, object]) -> None:
    assert max(len(html_of(state, actor(state)).encode()) for state in some_moments(options, seed=8)) < 60_000


@pytest.mark.parametrize("language", LANGUAGES)
@tables
def test_pictures_stand_alone(options: dict[str, object], language: str) -> None:
    say = speaker(language, GAME)
    for state in some_moments(options, seed=9)[::-3]:
        check_picture(draw_picture(GAME, state.view(None), NAMES[: state.options.players], say))


def test_the_cover_stands_alone() -> None:
    page = GAME.page()
    check_picture((page.folder / "cover.svg").read_text(encoding="utf-8"))


def check_picture(text: str) -> None:
    """Well-formed, no scripts, and nothing used that is not in it."""
    root = ElementTree.fromstring(text)  # noqa: S314 - our own file
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "viewBox" in root.attrib
    ids = {element.get("id") for element in root.iter()}
    for element in root.iter():
        assert not element.tag.endswith("script")
        assert "var(" not in " ".join(element.attrib.values())
        if (used := element.get("href")) is not None:
            assert used.removeprefix("#") in ids
    for used in re.findall(r"url\(([^)]*)\)", text):
        assert used.removeprefix("#") in ids


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
@tables
def test_no_english_is_left_in_another_language(options: dict[str, object], language: str) -> None:
    for state in some_moments(options, seed=10):
        english, other = (words_of(html_of(state, actor(state), code)) for code in ("en", language))
        assert not english & other


def words_of(html: str) -> set[str]:
    """Everything on a page that a person would read, less names, numbers, floes and seats."""
    page = IceFragment(html)
    texts = {element.attributes.get("aria-label", "") for element in page.elements}
    texts |= {element.text.strip() for element in page.elements if element.tag in ("p", "button", "strong", "span")}
    left = (re.sub(rf"{'|'.join(NAMES)}|\b[a-h]?\d+\b|\b[A-D]\b", "", text) for text in texts)
    return {text for text in left if re.search(r"[^\W\d]{2}", text)}
