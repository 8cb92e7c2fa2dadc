"""A game: its name, its options, its opening position, its bots, its rule page, its drawing.

Everything outside `shoal.games` meets a game through this class and the registry.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeAlias

import msgspec

from shoal.core.errors import NotationError, Refusal
from shoal.core.judging import Effort, Judge
from shoal.core.options import Field, OptionValue, read_options, seat_counts
from shoal.core.page import Page
from shoal.core.seats import CHANCE, Seat, Viewer
from shoal.core.state import State, View
from shoal.core.step import Step
from shoal.core.study import Finding
from shoal.core.text import Say, Text, msg, msgs

if TYPE_CHECKING:
    from rich.console import RenderableType

    from shoal.core.encoding import GameEncoding

__all__ = ["Bot", "BotMaker", "Game", "ScoredText"]


class Bot(Protocol):
    """A player that decides from a view alone.

    >>> class First:
    ...     def choose(self, view):
    ...         return view.legal[0]
    >>> shoal.play("penguins", [First(), "random"], seed=1).over
    True
    """

    def choose(self, view: View) -> Step:
        """One of `view.legal`."""


#: Makes a bot whose randomness, if it needs any, comes from this generator.
BotMaker: TypeAlias = Callable[[random.Random], Bot]


class ScoredText(Protocol):
    """The score of something written down: a finished tank, a catch."""

    def facts(self) -> Mapping[str, object]:
        """The score for programs: `total`, and the parts that it is made of."""

    def draw(self, say: Say) -> "RenderableType":
        """The score for people, in a terminal."""


class Game(ABC):
    """One game with all its editions and options.

    >>> game = shoal.find_game("penguins")
    >>> game.name, list(game.seat_counts), [field.name for field in game.fields][:2]
    ('penguins', [2, 3, 4], ['edition', 'players'])
    """

    name: ClassVar[str]
    title: ClassVar[Text]
    #: One line for a list of games. It need not say how many can play: see `summary`.
    blurb: ClassVar[Text]
    #: A record always holds the first two, and the others where they differ from their default. One is called
    #: `players` and says how many seats there are.
    fields: ClassVar[Sequence[Field]]
    #: Whether chance ever acts. A game without chance shows no seeds and no commitments.
    has_chance: ClassVar[bool] = True
    #: Whether seats hold things that the others at the same screen should not see.
    secret: ClassVar[bool] = False
    #: What the rule book says about who begins, seat A; None if nobody does, because all act at the same time.
    beginner: ClassVar[Text | None] = msg("The rules do not say who begins.")
    #: The colours that players may choose, by the names that programs use; as many as seats or more. Those of the first
    #: seats come first, for who chooses none. Empty if the game offers no choice.
    colours: ClassVar[Mapping[str, Text]] = {}
    #: The folder of the game. It may hold rule pages, `RULES.md`, `RULES.fr.md`, …; catalogues in `locales/`.
    folder: ClassVar[Path]

    @property
    def seat_counts(self) -> range:
        """How many seats a table of this game can have."""
        return seat_counts(self.fields)

    @property
    def summary(self) -> Text:
        """The blurb, and how many can play: the line in a list of games."""
        low, high = self.seat_counts[0], self.seat_counts[-1]
        if low == high:
            return msgs("{blurb} · {count} player", "{blurb} · {count} players", high, blurb=self.blurb)
        return msgs(
            "{blurb} · {low} to {count} player", "{blurb} · {low} to {count} players", high, low=low, blurb=self.blurb
        )

    def options(self, given: Mapping[str, object]) -> dict[str, OptionValue]:
        """Check options and fill in the defaults. Raises `OptionError`."""
        return read_options(self.fields, given)

    @abstractmethod
    def start(self, options: Mapping[str, OptionValue]) -> State:
        """The position before the first step, for options that were checked by `options`."""

    @abstractmethod
    def bots(self) -> Mapping[str, BotMaker]:
        """The game's own bots by name, weakest first."""

    @abstractmethod
    def draw(self, view: View, names: Sequence[str], say: Say) -> "RenderableType":
        """The view as a picture for a terminal; the core passes what `displayed` returns."""

    def draw_in_colours(self, view: View, names: Sequence[str], colours: Sequence[str], say: Say) -> "RenderableType":
        """The same, each seat in the colour that it has by `colours`, for a game that offers some."""
        return self.draw(view, names, say)

    def page(self) -> Page | None:
        """The game in a browser; without one, its table is drawn there as in a terminal."""
        return None

    def facts(self, state: State) -> Mapping[str, object]:
        """What the game adds to the output of `shoal replay --json`."""
        return {}

    def encoding(self, options: Mapping[str, OptionValue]) -> "GameEncoding | None":
        """The game as numbers, for learning environments; `None` where nobody has written down what they mean.

        Called with options that were checked by `options`. Environments are made of it: see `shoal.envs`.
        """
        return None

    def score_text(self, text: str, options: Mapping[str, OptionValue]) -> ScoredText:
        """Score something written down, for people with the real box."""
        raise Refusal(msg("{game} has nothing to score on its own", game=self.name))

    def settle(self, state: State) -> Sequence[Step] | None:
        """Best steps to the end once players can no longer touch each other, or `None` before that."""
        return None

    def remaining(self, state: State) -> Sequence[Seat]:
        """The seats that are still in the game, and so have to agree before `settle` is applied."""
        return range(len(state.scores))

    def tell(self, state: State, seat: Seat, seen: str, names: Sequence[str], reader: Viewer) -> Text:
        """One line of the log, as a person would tell it: what the seat, or chance, did in this state.

        `seen` is the step as the reader may read it, `?` for what stays hidden; the text must tell no more.
        """
        try:
            words: object = state.describe(state.parse(seen))
        except NotationError:
            words = seen
        if seat == CHANCE:
            return msg("{words}", words=words)
        return msg("{name}: {words}", name=names[seat], words=words)

    def judge(self, effort: Effort) -> Judge | None:
        """A judge that knows the game; `None` where the coach's own, for any game, has to do."""
        return None

    def reasons(self, view: View, step: Step) -> Sequence[Text]:
        """What speaks for a step, from what the view's seat knows: what it takes, the odds of what may follow."""
        return ()

    def nudge(self, view: View, step: Step) -> Text:
        """Where the view's seat should look to find a good step by itself: what comes before a hint gives it away."""
        if len(step.tokens) > 1:
            return msg("Look at the steps that begin with {token}.", token=step.tokens[0])
        count = len(view.legal)
        return msgs(
            "There is {count} possible step.",
            "There are {count} possible steps: compare what each of them leaves to the others.",
            count,
        )

    def known_beside(self, view: View) -> Sequence[Text]:
        """What the viewer knows, and the picture of the view does not show: puzzles ask for no memory. For `displayed`
        views, so that it tells no more than the table may.
        """
        return ()

    def consequence(
        self, states: Sequence[State], number: int, better: Step | None, names: Sequence[str]
    ) -> Text | None:
        """What step `number` of a finished game did, in the game's own words; `None` if there is nothing to say.

        `states[number]` is the one before it, and all later ones are there to look at. `better` is the step that the
        seat would better have taken.
        """
        return None

    def study(self, states: Sequence[State], steps: Sequence[Step]) -> Sequence[Finding]:
        """What can be counted in a finished game: how often rules came up, what was taken and what it brought.

        `states[n]` is the state before `steps[n]`, and the last one is the end. Every game with the same options has
        the same measures, in the same order: `shoal study` puts the findings of many games together.
        """
        return ()

    def displayed(self, view: View) -> View:
        """What the table displays of what a viewer may know; all of it once the game is over.

        Whatever leaves a running table for people or programs is made from this, and shows no more. A bot gets the
        whole view. A game whose table displays less than was seen (memory) hides things here, and steps in `recall`.
        """
        return view

    def all_seen(self, view: View) -> View:
        """The view as an analysis board draws it: nothing is held back that the viewer may know.

        A game whose table displays less than was seen (memory) lets its page show all of it.
        """
        return view

    def read_view(self, text: bytes, options: Mapping[str, OptionValue]) -> View:
        """The view that `view_bytes` wrote, at a table with these options: all that a bot in another process gets.

        This reads views of one class by the annotations of its fields. A game that has several classes of views, or
        fields that JSON does not hold, reads them itself. The text comes from this program, so it is not checked.
        """
        view: View = msgspec.json.decode(text, type=type(self.start(options).view(None)))
        return view

    def recall(self, states: Sequence[State], log: Sequence[str]) -> Sequence[str]:
        """The log of a running game as the table displays it.

        `log` is what the viewer saw of each step, `states[n]` the state before step `n`; the last one is that of now.
        A game whose table displays less than was seen (memory) blanks steps here.
        """
        return log
