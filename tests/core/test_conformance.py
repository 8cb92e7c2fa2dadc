"""The kit passes an honest game and catches a dishonest one."""

import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.pile import GAME as PILE
from tests.pile import Pile

from shoal.core import CHANCE, Game, Result, Say, State, Step, View, Viewer, msg
from shoal.core.conformance import check_game, check_state
from shoal.core.options import OptionValue, Whole
from shoal.games.smallfry import SmallFry
from shoal.games.smallfry import View as FryView


@given(seed=st.integers(0, 2**32))
@settings(max_examples=300)
def test_the_example_game_keeps_the_contract(tide: Game, seed: int) -> None:
    rng = random.Random(seed)
    check_game(tide, {"players": rng.randint(2, 4)}, rng, longest=90, care=0.5)


@given(seed=st.integers(0, 2**32))
@settings(max_examples=50)
def test_a_game_of_nothing_but_turns_keeps_the_contract(seed: int) -> None:
    check_game(PILE, {}, random.Random(seed), longest=7)


class _Crooked:
    """A state that forwards to an honest one, with one method replaced."""

    def __init__(self, honest: State, **crooked: object) -> None:
        self._honest = honest
        self._crooked = crooked

    def __getattr__(self, name: str) -> object:
        if name in self._crooked:
            return self._crooked[name]
        return getattr(self._honest, name)


def _two_to_act(tide: Game) -> State:
    state = tide.start(tide.options({}))
    return state.play(state.parse("=2"))


def _one_sealed(tide: Game) -> State:
    state = _two_to_act(tide)
    return state.play(state.parse("A:2"))


def _caught(state: State, **crooked: object) -> None:
    check_state(state, random.Random(1))
    with pytest.raises(AssertionError):
        check_state(cast(State, _Crooked(state, **crooked)), random.Random(1))


def test_a_view_that_shows_a_sealed_choice_is_caught(tide: Game) -> None:
    state = _one_sealed(tide)

    def leaky(viewer: Viewer) -> View:
        view = state.view(viewer)
        stakes = cast(tuple[int | None, ...], getattr(state, "stakes"))  # noqa: B009
        return cast(View, msgspec.structs.replace(cast(msgspec.Struct, view), mine=stakes[0]))

    _caught(state, view=leaky)


def test_steps_without_a_turn_are_caught(tide: Game) -> None:
    state = tide.start(tide.options({}))
    _caught(state, legal=lambda seat: _two_to_act(tide).legal(seat))


def test_a_step_listed_twice_is_caught(tide: Game) -> None:
    state = _two_to_act(tide)
    double: Callable[[int], list[Step]] = lambda seat: [*state.legal(seat)] * 2  # noqa: E731
    _caught(state, legal=double)


def test_a_parser_that_swallows_anything_is_caught(tide: Game) -> None:
    state = _two_to_act(tide)
    _caught(state, parse=lambda text: state.legal(0)[0])


def test_an_early_result_is_caught(tide: Game) -> None:
    state = _two_to_act(tide)
    _caught(state, result="somebody")


def _refused(game: Game, reason: str, **options: object) -> None:
    """The kit finds the fault in each of a few games, whatever they are dealt."""
    for seed in range(5):
        with pytest.raises(AssertionError, match=reason):
            check_game(game, options, random.Random(seed), longest=200)


@pytest.mark.parametrize("leaked", [0, -1])
def test_a_log_that_shows_one_of_several_sealed_choices_is_caught(tide: Game, leaked: int) -> None:
    """The first sealed line as well as the last one."""

    class Leaky(type(tide)):  # type: ignore[misc]
        def recall(self, states: Sequence[State], log: Sequence[str]) -> Sequence[str]:
            shown = list(log)
            hidden = [number for number, line in enumerate(log) if line.endswith("?")]
            if len(states[-1].sealed) == 2 and hidden:
                shown[hidden[leaked]] = shown[hidden[leaked]].replace("?", "1")
            return shown

    _refused(Leaky(), "the log shows the sealed choice", players=3)


def test_a_replaced_choice_that_leaves_something_behind_is_caught(tide: Game) -> None:
    class Counting(type(tide.start(tide.options({})))):  # type: ignore[misc]
        def play(self, step: Step) -> State:
            following: Any = super().play(step)
            is_change = getattr(step, "seat", None) in self.sealed and following.sealed
            changed: State = (
                msgspec.structs.replace(following, shells=following.shells % 3 + 1) if is_change else following
            )
            return changed

    class Leaky(type(tide)):  # type: ignore[misc]
        def start(self, options: Mapping[str, OptionValue]) -> State:
            return Counting(**msgspec.structs.asdict(super().start(options)))

    _refused(Leaky(), "leaves something behind", players=2)


def test_a_table_that_displays_another_view_than_the_viewers_is_caught(tide: Game) -> None:
    class Careless(type(tide)):  # type: ignore[misc]
        def displayed(self, view: View) -> View:
            return cast(View, msgspec.structs.replace(cast(msgspec.Struct, view), viewer=None))

    _refused(Careless(), "each viewer's own view", players=2)


def test_a_table_that_hides_things_after_the_end_is_caught(tide: Game) -> None:
    class Forgetful(type(tide)):  # type: ignore[misc]
        def displayed(self, view: View) -> View:
            ended = view.result is not None
            return cast(View, msgspec.structs.replace(cast(msgspec.Struct, view), mine=0)) if ended else view

    _refused(Forgetful(), "once the game is over", players=2)


def test_a_table_that_hides_what_decides_what_it_displays_is_caught() -> None:
    """A closed table of Small Fry that hides the other catches, but still tells which cards are to come."""

    class Leaky(SmallFry):
        def displayed(self, view: View) -> FryView:
            known = cast(FryView, view)
            return msgspec.structs.replace(known.displayed(), deck=known.deck)

    with pytest.raises(AssertionError, match="depends on what it hides"):
        check_game(Leaky(), {"players": 3, "target": 20}, random.Random(1), longest=10**5)


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"folder": Path("/no/such/folder")}, "folder"),
        ({"blurb": msg("")}, "a game has a blurb"),
        ({"blurb": msg("two\nlines")}, "one line"),
        ({"fields": ()}, "`players`"),
        ({"fields": (Whole("players", msg("players"), 3, 4, 3),)}, "how many seats"),
    ],
)
def test_a_game_that_is_badly_presented_is_caught(changed: Mapping[str, object], reason: str) -> None:
    _refused(type("Odd", (type(PILE),), dict(changed))(), reason)


def test_a_view_that_draws_nothing_is_caught() -> None:
    class Blank(type(PILE)):  # type: ignore[misc]
        def draw(self, view: View, names: Sequence[str], say: Say) -> str:
            return ""

    _refused(Blank(), "draws nothing")


def test_a_view_that_loses_something_on_its_way_to_another_process_is_caught(tide: Game) -> None:
    class Forgetful(type(tide)):  # type: ignore[misc]
        def read_view(self, text: bytes, options: Mapping[str, OptionValue]) -> View:
            view = super().read_view(text, options)
            return cast(View, msgspec.structs.replace(cast(msgspec.Struct, view), mine=None))

    _refused(Forgetful(), "does not read back", players=2)


def test_a_view_that_cannot_be_read_is_caught() -> None:
    class Vague(msgspec.Struct, frozen=True):
        """The view of a pile, with steps of which nobody can say what they are."""

        legal: tuple[Step, ...]

    class Unreadable(type(PILE)):  # type: ignore[misc]
        def read_view(self, text: bytes, options: Mapping[str, OptionValue]) -> View:
            return cast(View, msgspec.json.decode(text, type=Vague))

    _refused(Unreadable(), "does not read back")


def test_chance_in_a_game_that_has_none_is_caught(tide: Game) -> None:
    class Certain(type(tide)):  # type: ignore[misc]
        has_chance = False

    _refused(Certain(), "has_chance")


def test_an_end_without_a_winner_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        Pile, "result", property(lambda pile: None if pile.coins else Result(pile.scores, (), msg("-")))
    )
    _refused(PILE, "at least one seat wins")


def test_a_game_of_turns_need_not_mention_chance_or_sealed_choices() -> None:
    state = PILE.start(PILE.options({}))
    assert state.sealed == ()
    assert CHANCE not in state.to_act
    with pytest.raises(LookupError):
        state.chance()
