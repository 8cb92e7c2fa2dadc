"""The loop of a game in the terminal: whose turn it is, what people type, what bots choose."""

from collections.abc import Callable, Mapping
from pathlib import Path

from shoal.cli.play.autosave import Autosave
from shoal.cli.play.display import Display
from shoal.core import Bot, NotationError, Refusal, SaveError, Seat, ShoalError, Step, Table, seat_name
from shoal.core.text import Text, msg, msgs

__all__ = ["GameLoop"]

#: Exit statuses, beside 0 for a game that ended or was left.
_INPUT_ENDED = 1
_NOT_SAVED = 3


class _LeaveTable(Exception):
    """A person has typed `quit`."""


class GameLoop:
    """Runs a game to its end, or until a person quits; the game is saved either way."""

    def __init__(
        self, table: Table, bots: Mapping[Seat, Bot], display: Display, autosave: Autosave, *, at_terminal: bool
    ) -> None:
        self._table = table
        self._bots = bots
        self._display = display
        self._autosave = autosave
        self._at_terminal = at_terminal
        #: The positions, by their number of steps, about which each seat asked for a hint.
        self._hints: dict[Seat, set[int]] = {}
        #: Why the game could not be saved, when that was last tried and told.
        self._save_error: Text | None = None
        self._commands: dict[str, Callable[[Seat, str], None]] = {
            "help": self._do_help,
            "?": self._do_help,
            "moves": self._do_moves,
            "undo": self._do_undo,
            "log": lambda seat, _: self._display.show_log(seat),
            "hint": self._do_hint,
            "finish": self._do_finish,
            "save": self._do_save,
            "rules": lambda _seat, _argument: self._display.show_rules(),
            "quit": self._do_quit,
        }

    def run(self) -> int:
        """Play; the exit status is 0, 1 if a pipe ended before the game, or 3 if the game could not be saved."""
        try:
            self._begin()
            while not self._table.over:
                self._advance()
                self._display.note_steps()
                self._save_game()
        except (_LeaveTable, KeyboardInterrupt):
            return self._leave(0)
        except EOFError:
            return self._leave(0 if self._at_terminal else _INPUT_ENDED)
        self._display.show_result()
        self._show_hints()
        return 0 if self._autosave.saved else _NOT_SAVED

    def _begin(self) -> None:
        if self._table.lot is not None:
            self._display.show_message(msg("Lots were drawn: {name} begins.", name=self._table.names[0]))
        if self._table.game.has_chance or self._table.lot is not None:
            commitment = self._table.commitment
            self._display.show_message(
                msg("The deal is settled; its commitment is {commitment}.", commitment=commitment)
            )
        self._display.note_steps()
        self._save_game()

    def _advance(self) -> None:
        """Take one step of a bot, or handle one line from a person. Of seats that act at once, bots go first."""
        to_act = self._table.state.to_act
        for seat in to_act:
            if seat in self._bots:
                with self._display.show_thinking(seat):
                    step = self._bots[seat].choose(self._table.view(seat))
                self._table.submit(seat, step)
                return
        self._handle_line(to_act[0], self._display.read_line(to_act[0]).strip())

    def _handle_line(self, seat: Seat, line: str) -> None:
        command, _, argument = line.partition(" ")
        try:
            if not line:
                self._do_help(seat, "")
            elif command.lower() in self._commands:
                self._commands[command.lower()](seat, argument.strip())
            else:
                self._table.submit(seat, self._parse_step(seat, line))
        except ShoalError as error:
            self._display.show_error(error.text)

    def _parse_step(self, seat: Seat, line: str) -> Step:
        """A step in notation, with or without its seat, or by its number in the list of `moves`."""
        state = self._table.state
        if line.isascii() and line.isdigit() and len(line) < 6:
            legal = state.legal(seat)
            if not 1 <= int(line) <= len(legal):
                raise NotationError(line, msg("a number from 1 to {count}", count=len(legal)))
            return legal[int(line) - 1]
        try:
            return state.parse(line)
        except NotationError as error:
            try:
                return state.parse(f"{seat_name(seat)}:{line}")
            except NotationError:
                raise error from None

    def _do_help(self, seat: Seat, _argument: str) -> None:
        self._display.show_message(
            msg(
                "Type a step ({example}) or its number in the list of moves. "
                "moves: what you may do · undo: take back · hint: the best step, and why · log: the game so far · "
                "rules · save FILE · finish: play out the rest, once nothing is contested · "
                "quit: stop, to resume later",
                example=str(self._table.state.legal(seat)[0]),
            )
        )

    def _do_moves(self, seat: Seat, _argument: str) -> None:
        self._display.show_steps(seat, self._table.state.legal(seat))

    def _do_undo(self, _seat: Seat, _argument: str) -> None:
        """Take back the last step of a person at this screen."""
        for number in range(self._table.length - 1, -1, -1):
            taker = self._table.taker(number)
            if taker in self._table.seats and taker not in self._bots:
                self._table.undo(taker)
                return
        raise Refusal(msg("nothing to take back: nobody has acted yet"))

    def _do_hint(self, seat: Seat, _argument: str) -> None:
        from shoal.coach import find_hint, tell_hint

        with self._display.show_thinking(seat):
            hint = find_hint(self._table.game, self._table.displayed(seat))
        for sentence in tell_hint(hint, self._table.state):
            self._display.show_message(sentence)
        self._hints.setdefault(seat, set()).add(self._table.length)

    def _show_hints(self) -> None:
        """Tell how many hints each seat took at this sitting: about how many positions."""
        for seat, positions in sorted(self._hints.items()):
            self._display.show_message(
                msgs(
                    "{name} took {count} hint.",
                    "{name} took {count} hints.",
                    len(positions),
                    name=self._table.names[seat],
                )
            )

    def _do_finish(self, seat: Seat, _argument: str) -> None:
        if not self._table.finish_offered():
            raise Refusal(msg("the game cannot be finished by agreement yet"))
        question = msg("The rest of the game can be played out for everybody, as well as possible. Do you agree?")
        for other in self._table.game.remaining(self._table.state):
            agrees = other in self._bots or other == seat or self._display.confirm(other, question)
            if not agrees:
                self._display.show_message(msg("{name} would rather play on.", name=self._table.names[other]))
                return
        for other in list(self._table.game.remaining(self._table.state)):
            self._table.agree_to_finish(other)

    def _do_save(self, _seat: Seat, argument: str) -> None:
        file = Path(argument).expanduser() if argument else self._autosave.file
        if argument and file.exists():
            raise Refusal(msg("{path} already exists: name another file", path=file))
        self._autosave.save_to(file)
        self._display.show_message(msg("Saved to {path}.", path=file))

    def _do_quit(self, _seat: Seat, _argument: str) -> None:
        raise _LeaveTable

    def _save_game(self) -> None:
        """Save the game, and tell what went wrong with that, but not at every step again."""
        file = self._autosave.file
        try:
            self._autosave.save()
        except SaveError as error:
            if error.text != self._save_error:
                self._display.show_message(error.text)
            self._save_error = error.text
            return
        self._save_error = None
        if self._autosave.file != file:
            self._display.show_message(
                msg(
                    "{path} cannot be written. The game is saved to {other} instead.",
                    path=file,
                    other=self._autosave.file,
                )
            )

    def _leave(self, status: int) -> int:
        self._show_hints()
        self._save_game()
        if not self._autosave.saved:
            self._display.show_message(msg("The game is not over and could not be saved: it is lost."))
            return _NOT_SAVED
        self._display.show_message(
            msg("The game is saved. Resume it with: shoal play --resume {path}", path=self._autosave.file)
        )
        return status
