"""One sitting at a table: whose turn it is, what a person types, what the bots answer."""

import random
from collections.abc import Callable, Mapping
from pathlib import Path

from shoal.cli.play.autosave import Autosave
from shoal.cli.play.display import Display
from shoal.core import Bot, NotationError, Refusal, SaveError, Seat, ShoalError, Step, Table, seat_name
from shoal.core.text import Text, msg
from shoal.players import bot_names, find_bot

__all__ = ["GameLoop"]

_LEFT_EARLY = 1


class _LeaveTable(Exception):
    """A person wants to stop for now."""


class GameLoop:
    """Runs a game to its end, or until somebody leaves. Nothing is lost either way."""

    def __init__(
        self, table: Table, bots: Mapping[Seat, Bot], face: Display, keeper: Autosave, *, at_terminal: bool
    ) -> None:
        self._table = table
        self._bots = bots
        self._face = face
        self._keeper = keeper
        self._at_terminal = at_terminal
        self._commands: dict[str, Callable[[Seat, str], None]] = {
            "help": self._help,
            "?": self._help,
            "moves": self._moves,
            "undo": self._undo,
            "log": lambda seat, _: self._face.log(seat),
            "hint": self._hint,
            "finish": self._finish,
            "save": self._save,
            "rules": lambda _seat, _word: self._face.rules(),
            "quit": self._quit,
        }

    def run(self) -> int:
        """Play; the exit status: 0, or 1 when a pipe ran dry before the end."""
        try:
            self._open()
            while not self._table.over:
                self._act()
                self._face.happened()
                self._keep()
        except (_LeaveTable, KeyboardInterrupt):
            return self._part(0)
        except EOFError:
            return self._part(0 if self._at_terminal else _LEFT_EARLY)
        self._face.end()
        return 0

    def _open(self) -> None:
        if self._table.game.has_chance:
            commitment = self._table.commitment
            self._face.tell(msg("The deal is settled; its commitment is {commitment}.", commitment=commitment))
        self._face.happened()
        self._keep()

    def _act(self) -> None:
        """One step of a bot, or one line of a person. Bots seal their choices first."""
        to_act = self._table.state.to_act
        for seat in to_act:
            if seat in self._bots:
                with self._face.thinking(seat):
                    step = self._bots[seat].choose(self._table.view(seat))
                self._table.submit(seat, step)
                return
        self._obey(to_act[0], self._face.ask(to_act[0]).strip())

    def _obey(self, seat: Seat, line: str) -> None:
        word, _, rest = line.partition(" ")
        try:
            if not line:
                self._help(seat, "")
            elif word.lower() in self._commands:
                self._commands[word.lower()](seat, rest.strip())
            else:
                self._table.submit(seat, self._read(seat, line))
        except ShoalError as error:
            self._face.refuse(error.text)

    def _read(self, seat: Seat, line: str) -> Step:
        """A step in notation, its seat left out if one likes, or its number in the list of `moves`."""
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

    def _help(self, seat: Seat, _word: str) -> None:
        self._face.tell(
            msg(
                "Type a step ({example}) or its number in the list of moves. "
                "moves: what you may do · undo: take back · hint: what a bot would do · log: the game so far · "
                "rules · save FILE · finish: have the rest played, once nothing is contested · "
                "quit: stop, and go on later",
                example=str(self._table.state.legal(seat)[0]),
            )
        )

    def _moves(self, seat: Seat, _word: str) -> None:
        self._face.steps(seat, self._table.state.legal(seat))

    def _undo(self, _seat: Seat, _word: str) -> None:
        """Take back the last step that a person at this screen took."""
        for number in range(self._table.length - 1, -1, -1):
            taker = self._table.taker(number)
            if taker in self._table.seats and taker not in self._bots:
                self._table.undo(taker)
                return
        raise Refusal(msg("nothing to take back: nobody has acted yet"))

    def _hint(self, seat: Seat, _word: str) -> None:
        best = find_bot(self._table.game, bot_names(self._table.game)[-1])
        with self._face.thinking(seat):
            step = best(random.Random(0)).choose(self._table.view(seat))
        self._face.tell(msg("Hint: {step} ({meaning}).", step=str(step), meaning=self._table.state.describe(step)))

    def _finish(self, seat: Seat, _word: str) -> None:
        if not self._table.finish_offered():
            raise Refusal(msg("the game cannot be finished by agreement yet"))
        question = msg("The rest can be played for everybody, as well as it can be. Do you agree?")
        for other in self._table.game.remaining(self._table.state):
            agrees = other in self._bots or other == seat or self._face.confirm(other, question)
            if not agrees:
                self._face.tell(msg("{name} would rather play on.", name=self._table.names[other]))
                return
        for other in list(self._table.game.remaining(self._table.state)):
            self._table.agree_to_finish(other)

    def _save(self, _seat: Seat, word: str) -> None:
        file = Path(word).expanduser() if word else self._keeper.file
        if file is None:
            raise Refusal(msg("save under which name? expected a file after save"))
        if word and file.exists():
            raise Refusal(msg("{path} is there already: name another file", path=file))
        self._keeper.keep_in(file)
        self._face.tell(msg("Saved in {path}.", path=file))

    def _quit(self, _seat: Seat, _word: str) -> None:
        raise _LeaveTable

    def _keep(self) -> None:
        try:
            self._keeper.keep()
        except SaveError as error:
            self._face.refuse(error.text)

    def _part(self, status: int) -> int:
        self._keep()
        self._face.tell(self._farewell())
        return status

    def _farewell(self) -> Text:
        if self._keeper.file is None:
            return msg("The game is not over and was not saved: --save FILE keeps it.")
        return msg("The game is kept. Go on with: shoal play --resume {path}", path=self._keeper.file)
