"""The table for people at a terminal: the picture, what has happened, and the prompt."""

import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext

from rich.console import Console, RenderableType
from rich.markdown import Markdown
from rich.markup import escape
from rich.table import Table as Grid

from shoal.cli.language import language, say, speaker_for
from shoal.cli.records import result_line
from shoal.core import HUMAN, Seat, Step, Table, Viewer, seat_name
from shoal.core.text import Text, msg
from shoal.core.translations import rule_page

__all__ = ["Screen"]

_LONGEST_NEWS = 14
#: The step of a whole deal is too long to read between two pictures.
_LONGEST_STEP = 24


class Screen:
    """A display for people. With `hide_between_people`, it clears secret hands before the next person looks.

    `colours` are those of the seats, if anybody chose one.
    """

    def __init__(self, table: Table, colours: Sequence[str] = (), *, hide_between_people: bool) -> None:
        self._table = table
        self._colours = colours
        self._speak = speaker_for(table.game)
        self._console = Console(highlight=False)
        people = table.players.count(HUMAN)
        self._hides_hands = hide_between_people and people > 1 and table.game.secret
        self._seat_at_screen: Seat | None = None
        #: The steps that each seat has not been shown yet, as the seat saw them when they were taken.
        self._news: list[list[tuple[str, str]]] = [[] for _ in table.names]
        self._noted_length = table.revealed_count
        self._drawn_at: tuple[Seat, int] | None = None
        self._has_shown_thinking = False

    def note_steps(self) -> None:
        self._noted_length = min(self._noted_length, self._table.revealed_count)  # steps may have been taken back
        new_steps = range(self._noted_length, self._table.revealed_count)
        for seat, news in enumerate(self._news):
            log = self._table.log(seat)
            news += [self._describe_step(number, log[number], seat) for number in new_steps]
        self._noted_length = self._table.revealed_count

    def show_thinking(self, seat: Seat) -> AbstractContextManager[object]:
        """The first time, say why it may take long: engines are compiled once on each machine."""
        if not self._console.is_terminal:
            return nullcontext()
        name = self._table.names[seat]
        text = msg("{name} is thinking …", name=name)
        if not self._has_shown_thinking:
            text = msg("{name} is getting ready (the very first time this takes up to a minute) …", name=name)
        self._has_shown_thinking = True
        return self._console.status(escape(self._speak(text)))

    def read_line(self, seat: Seat) -> str:
        if self._hides_hands and self._seat_at_screen not in (None, seat):
            self._hand_over(seat)
        self._seat_at_screen = seat
        if self._drawn_at != (seat, self._table.length):
            self._draw_table(seat)
            self._drawn_at = (seat, self._table.length)
        return self._prompt(f"{self._table.names[seat]} ({seat_name(seat)})> ")

    def confirm(self, seat: Seat, question: Text) -> bool:
        answer = self._prompt(f"{self._table.names[seat]}: {self._speak(question)} [{say(msg('y/n'))}] ")
        return answer.strip().lower()[:1] in ("y", say(msg("y/n"))[0])

    def show_message(self, text: Text) -> None:
        self._console.print(escape(self._speak(text)))

    def show_error(self, text: Text) -> None:
        if self._console.is_terminal:
            self._console.print(f"[red]{escape(self._speak(text))}[/]")
        else:
            print(f"shoal: {self._speak(text)}", file=sys.stderr, flush=True)

    def show_steps(self, seat: Seat, steps: Sequence[Step]) -> None:
        grid = Grid(box=None, pad_edge=False, show_header=False)
        for number, step in enumerate(steps, start=1):
            meaning = self._speak(self._table.state.describe(step))
            grid.add_row(f"[dim]{number}[/]", f"[bold]{escape(str(step))}[/]", escape(meaning))
        self._console.print(grid)

    def show_log(self, seat: Seat) -> None:
        for number, text in enumerate(self._table.log(seat)):
            words, step = self._describe_step(number, text, seat)
            self._console.print(f"[dim]{number + 1:>4}[/] {words} {step}")

    def show_rules(self) -> None:
        page = rule_page(self._table.game, language())
        with self._console.pager(styles=True):
            self._console.print(Markdown(page))

    def show_result(self) -> None:
        state = self._table.state
        if self._seat_at_screen is not None:
            self._print_news(self._seat_at_screen)
        self._console.print(self._drawn(None))
        self._console.print(f"[bold]{escape(result_line(self._table.game, state, self._table.names))}[/]")
        seed = self._table.record().fair
        if seed is not None and (self._table.game.has_chance or self._table.lot is not None):
            self.show_message(msg("The seed of the deal was {seed}.", seed=seed.seed))

    def _drawn(self, viewer: Viewer) -> RenderableType:
        game, view, names = self._table.game, self._table.displayed(viewer), self._table.names
        if self._colours:
            return game.draw_in_colours(view, names, self._colours, self._speak)
        return game.draw(view, names, self._speak)

    def _draw_table(self, seat: Seat) -> None:
        if self._console.is_terminal and self._drawn_at is not None:
            self._console.clear()  # but not what was said before the first picture: the lot, the commitment
        self._print_news(seat)
        self._console.print(self._drawn(seat))
        if self._table.finish_offered():
            self.show_message(msg("Nothing is contested any more: `finish` plays out the rest for everybody."))

    def _describe_step(self, number: int, seen: str, seat: Seat) -> tuple[str, str]:
        """One step in two columns: what happened, as a person would tell the seat, and the notation as it was seen."""
        words = self._table.tell(number, seen, self._table.names, seat)
        return escape(self._speak(words)), f"[dim]{escape(_shorten_step(seen))}[/]"

    def _print_news(self, seat: Seat) -> None:
        """Print the steps since the seat last looked, only the latest if there are many."""
        news = self._news[seat]
        grid = Grid(box=None, pad_edge=False, show_header=False)
        if len(news) > _LONGEST_NEWS:
            grid.add_row(f"[dim]… {len(news) - _LONGEST_NEWS}[/]")
        for row in news[-_LONGEST_NEWS:]:
            grid.add_row(*row)
        if news:
            self._console.print(grid)
        news.clear()

    def _hand_over(self, seat: Seat) -> None:
        self._console.clear()
        name = escape(self._table.names[seat])
        self._prompt(say(msg("Hand the screen to {name}, who presses Enter.", name=name)) + " ")

    def _prompt(self, prompt: str) -> str:
        if sys.stdin.isatty():
            import readline  # noqa: F401 - gives `input` its line editing

            return input(prompt)
        print(prompt, flush=True)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line


def _shorten_step(step: str) -> str:
    return step if len(step) <= _LONGEST_STEP else step[: _LONGEST_STEP - 1] + "…"
