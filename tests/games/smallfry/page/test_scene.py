"""The table in a browser: what it shows, to whom, and that everything that may be done can be pressed."""

import random
import re
from collections.abc import Callable, Iterator, Sequence

import pytest
from msgspec.structs import replace
from tests.games.fragment import Fragment

from shoal.core import CHANCE, Say, Text
from shoal.core.text import fill, say_english
from shoal.core.translations import LANGUAGES, speaker
from shoal.games.smallfry import GAME
from shoal.games.smallfry.cards import SPECIES_NAMES
from shoal.games.smallfry.state import State
from shoal.server.web.templating import render_help, render_table

Make = Callable[..., State]

NAMES = ("Ada", "Grace", "Alan", "Linus")
OPTIONS = [(players, memory) for players in (2, 3, 4) for memory in ("closed", "open")]


def _html(state: State, viewer: int | None, say: Say = say_english, names: Sequence[str] = NAMES) -> str:
    return str(render_table(GAME, state.view(viewer), names[: len(state.scores)], say))


def _table(state: State, viewer: int | None) -> Fragment:
    return Fragment(_html(state, viewer))


def _random_match(players: int, memory: str, seed: int) -> Iterator[State]:
    """Every moment of a session of random players, who stop less often than they go on."""
    rng = random.Random(seed)
    state = GAME.start(GAME.options({"players": players, "memory": memory, "target": 8}))
    yield state
    while state.to_act:
        if state.to_act == (CHANCE,):
            state = state.play(state.chance().draw(rng.randrange))
        else:
            legal = state.legal(state.turn)
            state = state.play(rng.choice((legal[0], *legal)))
        yield state


@pytest.mark.parametrize(("players", "memory"), OPTIONS)
def test_every_legal_step_can_be_pressed_by_its_player_and_nothing_by_the_others(players: int, memory: str) -> None:
    phases = set()
    for number, state in enumerate(_random_match(players, memory, seed=players)):
        if number % 4 and state.phase in ("begin", "card", "choice"):
            continue  # there are hundreds of them
        phases.add(state.phase)
        for viewer in (None, state.turn, (state.turn + 1) % players):
            table = _table(state, viewer)
            steps = [step.tokens for step in state.view(viewer).legal]
            assert len(set(steps)) == len(steps), "no two steps are picked alike"
            assert _tokens(table) == {token for tokens in steps for token in tokens}
            _check_labels_and_ids(table)
    assert phases == {"begin", "card", "choice", "octopus", "roll", "take", "over"}


def _tokens(table: Fragment) -> set[str]:
    """What can be pressed."""
    return {button["data-token"] for button in table.buttons if button.attributes.get("aria-disabled") != "true"}


def _check_labels_and_ids(table: Fragment) -> None:
    assert len(set(table.ids)) == len(table.ids)
    for button in table.buttons:
        assert button["type"] == "button"
        assert button["id"]
        assert button["aria-label"]
    for element in table:
        assert element.tag != "script"
        assert not any(name.startswith("on") for name in element.attributes)
        assert element.attributes.get("role") != "img" or element["aria-label"], element.tag
        assert not element.has("href") or element["href"].removeprefix("#") in table.ids, "drawings are in the piece"


@pytest.mark.parametrize(("players", "memory"), OPTIONS)
def test_equal_views_look_alike(players: int, memory: str) -> None:
    rng = random.Random(0)
    for state in list(_random_match(players, memory, seed=20 + players))[::11]:
        for viewer in (None, 0):
            view = state.view(viewer)
            again = view.imagine(rng).view(viewer)
            names = NAMES[:players]
            assert render_table(GAME, view, names, say_english) == render_table(GAME, again, names, say_english)


@pytest.mark.rule("S13")
def test_a_closed_memory_shows_ones_own_catch_and_of_the_others_only_the_size(situation: Make) -> None:
    one = situation(row="seahorse2", catches=("eel4 eel1", "ray3 boxfish2", "sunfish1"), phase="choice")
    other = situation(
        row="seahorse2", catches=("eel4 eel1", "sunfish1 sunfish4", "ray1"), phase="choice", deck="eel2 " * 60
    )
    assert _html(one, 0) == _html(other, 0)
    assert _html(one, 1) != _html(other, 1)
    assert "fry-held-A-eel-4" in _table(one, 0).ids
    assert "fry-spare-A-eel-1-0" in _table(one, 0).ids
    assert "2 cards, worth 4" in _table(one, 0).text
    assert [name for name in _table(one, 0).ids if name.startswith("fry-kept-")] == [
        "fry-kept-B-1",
        "fry-kept-B-2",
        "fry-kept-C-1",
    ]


@pytest.mark.rule("S13")
def test_a_spectator_of_a_closed_table_is_shown_no_catch(situation: Make) -> None:
    one = situation(catches=("eel4 eel1", "ray3 boxfish2"))
    other = situation(catches=("swordfish1 swordfish4", "ray1 ray4"), deck="eel2 " * 62)
    assert _html(one, None) == _html(other, None)
    assert not [name for name in _table(one, None).ids if name.startswith(("fry-held-", "fry-slot-"))]


def test_an_open_memory_shows_all_catches_to_all(situation: Make) -> None:
    state = situation(catches=("eel4 eel1", "ray3 boxfish2"), memory="open")
    for viewer in (None, 0, 1):
        shown = set(_table(state, viewer).ids)
        assert {"fry-held-A-eel-4", "fry-spare-A-eel-1-0", "fry-held-B-ray-3", "fry-held-B-boxfish-2"} <= shown
        assert "fry-free-A-ray-0" in shown


def test_a_finished_match_shows_all_catches_and_the_sheet(situation: Make, play: Make) -> None:
    state = play(situation(deck="eel1", catches=("boxfish3", "ray2"), scores=(76, 0)), "flip", "=eel1")
    table = _table(state, None)
    assert {"fry-held-A-boxfish-3", "fry-held-A-eel-1", "fry-held-B-ray-2"} <= set(table.ids)
    assert "won by Ada: the first to reach 77 points, with 80" in table.text
    assert "deck, 0 cards left" in table.labels("fry-deck")
    assert _tokens(table) == set()


def test_the_row_lies_in_order_with_names_and_values(situation: Make) -> None:
    state = situation(row="swordfish1 eel3 clownfish4", phase="choice")
    table = _table(state, 1)
    assert table.labels("fry-front") == ["swordfish 1", "eel 3", "clownfish 4"]
    assert "deck, 63 cards left" in table.labels("fry-deck")
    assert "Ada: stop or go on?" in table.text


def test_a_card_keeps_its_name_while_it_lies_open_and_no_other_gets_it(situation: Make, play: Make) -> None:
    def open_cards(state: State) -> list[str]:
        return [name for name in _table(state, 0).ids if name.startswith("fry-card-")]

    state = play(situation(), "flip", "=eel1")
    first = open_cards(state)
    assert open_cards(play(state, "flip")) == first
    second = open_cards(play(state, "flip", "=ray1"))
    assert second[:1] == first
    assert len(second) == 2
    later = open_cards(play(state, "stop", "flip", "=eel1"))
    assert not set(later) & set(second[:1])
    octopus = open_cards(play(state, "stop", "flip", "=octopus"))
    assert len(octopus) == 1
    assert octopus == later


@pytest.mark.rule("S8", "S9", "S10")
def test_an_octopus_its_victims_the_number_and_the_die_are_shown(situation: Make, play: Make) -> None:
    state = play(situation(catches=("eel1", "ray1 ray2", "", "sunfish1")), "flip", "=octopus")
    table = _table(state, 0)
    assert table.labels("fry-front") == ["octopus"]
    assert "Octopus! The row is gone, but you may rob somebody" in table.text
    assert "Octopus! The row is gone, but Ada may rob somebody" in _table(state, 1).text
    assert table.labels("victim") == ["Rob Grace, who has 2 cards", "Rob Linus, who has 1 card"]
    assert table.labels("number") == ["1 card, which 5 of 6 rolls bring", "2 cards, which 3 of 6 rolls bring"]
    assert {"fry-rob-B", "fry-rob-D"} <= set(table.ids)
    assert "fry-rob-C" not in table.ids
    state = play(state, "rob B2")
    assert _table(state, 0).labels("fry-die") == ["the die rolls"]
    assert _table(state, 0).labels("fry-wish") == ["announced: 2 cards"]
    state = play(state, "=roll 3")
    assert _table(state, 3).labels("fry-die") == ["the die shows 3"]
    assert "the die shows 3: 2 cards still go from Grace to Ada" in _table(state, 3).text
    state = play(state, "=take ray1")
    assert _table(state, 3).labels("fry-front") == ["octopus", "ray 1"]
    assert "the die shows 3: 1 card still goes from Grace to Ada" in _table(state, 3).text


@pytest.mark.rule("S7")
def test_a_double_stays_on_the_table_until_the_next_card(situation: Make, play: Make) -> None:
    state = play(situation(), "flip", "=ray2", "flip", "=eel3", "flip", "=sunfish1", "flip")
    row = [name for name in _table(state, 1).ids if name.startswith("fry-card-")]
    state = play(state, "=eel1")
    for viewer in (None, 0, 1):
        table = _table(state, viewer)
        assert table.labels("fry-front") == [
            "ray 2, kept",
            "eel 3, a double, discarded",
            "sunfish 1, discarded",
            "eel 1, a double, discarded",
        ]
        assert "A double! Ada kept 1 card" in table.text
        assert [name for name in table.ids if name.startswith("fry-card-")][:3] == row, "they are the same cards"
    state = play(state, "flip")
    assert _table(state, 1).labels("fry-front") == []
    assert "fry-last" not in _table(state, 1).ids


@pytest.mark.rule("S8", "S19")
def test_an_octopus_shows_the_row_it_took_and_how_the_turn_ended(situation: Make, play: Make) -> None:
    state = play(situation(catches=("", "eel1")), "flip", "=ray2", "flip", "=octopus")
    assert _table(state, 0).labels("fry-front") == ["ray 2, discarded", "octopus"]
    assert "An octopus! Ada lost the row and robbed nobody" in _table(play(state, "leave"), 0).text
    alone = play(situation(), "flip", "=ray2", "flip", "=octopus")
    assert _table(alone, 0).labels("fry-front") == ["ray 2, discarded", "octopus"]
    assert "An octopus! Ada lost the row, and there was nobody to rob" in _table(alone, 0).text


def test_a_row_that_was_kept_is_told(situation: Make, play: Make) -> None:
    state = play(situation(), "flip", "=ray2", "flip", "=eel1", "stop")
    assert _table(state, 0).labels("fry-front") == ["ray 2, kept", "eel 1, kept"]
    assert "Ada kept 2 cards" in _table(state, 0).text


@pytest.mark.rule("S10", "S11", "S12", "S20")
@pytest.mark.parametrize(
    ("mine", "steps", "told", "taken"),
    [
        ("", ["=roll 2", "=take ray1", "=take ray2"], ", rolled 2 and got them", ["ray 1", "ray 2"]),
        ("", ["=roll 1"], " and rolled 1: nothing", []),
        ("", ["=roll -1"], " and rolled -1: nothing", []),
        ("eel1", ["=roll -1", "=take eel1"], " and rolled -1: Grace took one instead", ["eel 1"]),
    ],
)
def test_the_die_and_what_changed_hands_stay_on_the_table(
    situation: Make, play: Make, mine: str, steps: list[str], told: str, taken: list[str]
) -> None:
    state = play(situation(catches=(mine, "ray1 ray2")), "flip", "=octopus", "rob B2", *steps)
    table = _table(state, None)
    assert f"Ada wanted 2 cards of Grace{told}" in table.text
    assert table.labels("fry-die") == [f"the die shows {steps[0].removeprefix('=roll ')}"]
    assert table.labels("fry-front") == ["octopus", *taken]
    assert _table(play(state, "flip"), None).labels("fry-die") == []


def test_the_last_turn_of_a_session_is_told_in_the_next(situation: Make, play: Make) -> None:
    state = play(situation(deck="eel1 ray1", phase="begin", turn=1), "flip", "=ray1", "flip", "=eel1")
    assert (state.session, state.turn) == (2, 0)
    table = _table(state, 0)
    assert "Grace kept 2 cards" in table.text
    assert {"fry-card-1-65", "fry-card-1-66"} <= set(table.ids)


def test_early_sessions_share_a_line_of_the_sheet(situation: Make) -> None:
    state = replace(situation(), sheet=tuple((number, 2 * number) for number in range(1, 12)), scores=(66, 132))
    texts = _table(state, None).texts
    head = texts.index("1 to 3")
    assert texts[head : head + 6] == ["1 to 3", "6", "12", "4", "4", "8"]
    assert texts[-3:] == ["total", "66", "132"]


def test_names_are_text_and_nothing_else(situation: Make, play: Make) -> None:
    state = play(situation(catches=("eel1", "ray1")), "flip", "=octopus")
    names = ('<b id="x">', '"&{name}')
    for html in (_html(state, 0, names=names), str(render_help(GAME, state.view(0), names, say_english))):
        assert '"x"' not in html
        assert "&#34;&amp;{name}" in html


def _bracketed(text: Text) -> str:
    return f"⟦{fill(text.message if text.count == 1 or text.plural is None else text.plural, text, _bracketed)}⟧"


def test_every_word_went_through_the_catalogues() -> None:
    for state in list(_random_match(3, "open", seed=5))[::9]:
        for viewer in (None, state.turn):
            view = state.view(viewer)
            pieces = [render_table(GAME, view, NAMES[:3], _bracketed), render_help(GAME, view, NAMES[:3], _bracketed)]
            for piece in pieces:
                fragment = Fragment(str(piece or ""))
                labels = [element["aria-label"] for element in fragment if element.has("aria-label")]
                for text in (*fragment.texts, *labels):
                    rest = text
                    while rest != (rest := re.sub(r"⟦[^⟦⟧]*⟧", "", rest)):
                        pass
                    assert rest in NAMES or not re.search(r"[^\W\d]{2}", rest), text


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_species_and_buttons_speak_the_language(language: str, situation: Make) -> None:
    state = situation(row="swordfish1 hammerhead3", phase="choice")
    shown = Fragment(_html(state, 0, speaker(language, GAME)))
    english = _table(state, 0)
    assert not set(shown.labels("fry-front")) & set(english.labels("fry-front"))
    assert not set(shown.labels("fry-press")) & set(english.labels("fry-press"))
    assert not set(SPECIES_NAMES) & set(shown.texts)


def test_the_largest_table_is_light_enough_for_the_wire(situation: Make) -> None:
    row = " ".join(f"{species}1" for species in SPECIES_NAMES)
    catches = [" ".join(f"{species}{value}" for species in SPECIES_NAMES) for value in (1, 2, 3, 4)]
    state = situation(row=row, catches=catches, phase="choice", memory="open", deck="octopus")
    assert len(_html(state, 0).encode()) < 60_000


def test_only_views_of_this_game_can_be_shown() -> None:
    with pytest.raises(TypeError, match="a view of smallfry"):
        GAME.page().scene(None, NAMES, say_english)  # type: ignore[arg-type]
