"""The table on a terminal: the picture, what happened since, and the prompt."""

import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext

from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape
from rich.table import Table as Grid

from shoal.cli.language import language, say, speaker_for
from shoal.cli.records import result_line
from shoal.core import HUMAN, Seat, Step, Table, seat_name
from shoal.core.text import Text, msg
from shoal.core.translations import rule_page

__all__ = ["Screen"]

_LATEST = 14
#: A whole deal is longer than anybody wants to read between two pictures of it.
_LONGEST_STEP = 24


class Screen:
    """Shows a table to people. With `curtain`, a secret hand is covered while the screen changes hands."""

    def __init__(self, table: Table, *, curtain: bool) -> None:
        self._table = table
        self._speak = speaker_for(table.game)
        self._console = Console(highlight=False)
        people = table.players.count(HUMAN)
        self._curtain = curtain and people > 1 and table.game.secret
        self._in_front: Seat | None = None
        #: What each seat has not been shown yet, as it could see it when it happened.
        self._news: list[list[tuple[str, str]]] = [[] for _ in table.names]
        self._noted = table.open_length
        self._drawn_at: tuple[Seat, int] | None = None
        self._has_thought = False

    def happened(self) -> None:
        self._noted = min(self._noted, self._table.open_length)  # something may have been taken back
        fresh = range(self._noted, self._table.open_length)
        for seat, news in enumerate(self._news):
            log = self._table.log(seat)
            news += [self._line(number, log[number], seat) for number in fresh]
        self._noted = self._table.open_length

    def thinking(self, seat: Seat) -> AbstractContextManager[object]:
        """A sign of life. The first one also says why it may take long: engines are compiled once on a machine."""
        if not self._console.is_terminal:
            return nullcontext()
        name = self._table.names[seat]
        text = msg("{name} is thinking …", name=name)
        if not self._has_thought:
            text = msg("{name} is getting ready (the very first time this takes up to a minute) …", name=name)
        self._has_thought = True
        return self._console.status(escape(self._speak(text)))

    def ask(self, seat: Seat) -> str:
        if self._curtain and self._in_front not in (None, seat):
            self._change_hands(seat)
        self._in_front = seat
        if self._drawn_at != (seat, self._table.length):
            self._draw(seat)
            self._drawn_at = (seat, self._table.length)
        return self._read(f"{self._table.names[seat]} ({seat_name(seat)})> ")

    def confirm(self, seat: Seat, question: Text) -> bool:
        answer = self._read(f"{self._table.names[seat]}: {self._speak(question)} [{say(msg('y/n'))}] ")
        return answer.strip().lower()[:1] in ("y", say(msg("y/n"))[0])

    def tell(self, text: Text) -> None:
        self._console.print(escape(self._speak(text)))

    def refuse(self, text: Text) -> None:
        if self._console.is_terminal:
            self._console.print(f"[red]{escape(self._speak(text))}[/]")
        else:
            print(f"shoal: {self._speak(text)}", file=sys.stderr, flush=True)

    def steps(self, seat: Seat, steps: Sequence[Step]) -> None:
        grid = Grid(box=None, pad_edge=False, show_header=False)
        for number, step in enumerate(steps, start=1):
            meaning = self._speak(self._table.state.describe(step))
            grid.add_row(f"[dim]{number}[/]", f"[bold]{escape(str(step))}[/]", escape(meaning))
        self._console.print(grid)

    def log(self, seat: Seat) -> None:
        for number, text in enumerate(self._table.log(seat)):
            told, step = self._line(number, text, seat)
            self._console.print(f"[dim]{number + 1:>4}[/] {told} {step}")

    def rules(self) -> None:
        page = rule_page(self._table.game, language())
        with self._console.pager(styles=True):
            self._console.print(Markdown(page))

    def end(self) -> None:
        state = self._table.state
        if self._in_front is not None:
            self._print_news(self._in_front)
        self._console.print(self._table.game.draw(state.view(None), self._table.names, self._speak))
        self._console.print(f"[bold]{escape(result_line(self._table.game, state, self._table.names))}[/]")
        seed = self._table.record().fair
        if seed is not None and self._table.game.has_chance:
            self.tell(msg("The seed of the deal was {seed}.", seed=seed.seed))

    def _draw(self, seat: Seat) -> None:
        if self._console.is_terminal:
            self._console.clear()
        self._print_news(seat)
        self._console.print(self._table.game.draw(self._table.view(seat), self._table.names, self._speak))
        if self._table.finish_offered():
            self.tell(msg("Nothing is contested any more: `finish` has the rest played for everybody."))

    def _line(self, number: int, seen: str, seat: Seat) -> tuple[str, str]:
        """One line of the log: the step as a person would tell it to the seat, and its notation."""
        told = self._table.told(number, seen, self._table.names, seat)
        return escape(self._speak(told)), f"[dim]{escape(_short(seen))}[/]"

    def _print_news(self, seat: Seat) -> None:
        """What happened since the seat last looked, cut to the latest when that was much."""
        news = self._news[seat]
        grid = Grid(box=None, pad_edge=False, show_header=False)
        if len(news) > _LATEST:
            grid.add_row(f"[dim]… {len(news) - _LATEST}[/]")
        for row in news[-_LATEST:]:
            grid.add_row(*row)
        if news:
            self._console.print(grid)
        news.clear()

    def _change_hands(self, seat: Seat) -> None:
        self._console.clear()
        name = escape(self._table.names[seat])
        self._read(say(msg("Hand the screen to {name}, who presses Enter.", name=name)) + " ")

    def _read(self, prompt: str) -> str:
        if sys.stdin.isatty():
            import readline  # noqa: F401 - gives `input` its line editing

            return input(prompt)
        print(prompt, flush=True)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line


def _short(step: str) -> str:
    return step if len(step) <= _LONGEST_STEP else step[: _LONGEST_STEP - 1] + "…"
