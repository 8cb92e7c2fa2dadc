"""A table: one game in progress with its rules, dealer, seats and history.

The terminal, the web table, bots and the arena all play through a table; there is no other
way to play. Only views, logs of what a viewer saw, and finished records leave it; what is shown to people, or sent
to programs, is made from `Table.displayed`, which may show less than a view holds.
"""

import copy
from collections.abc import Mapping, Sequence

from shoal.core.dealer import Dealer, new_seed
from shoal.core.errors import IllegalStep, Refusal
from shoal.core.game import Game
from shoal.core.history import History
from shoal.core.notebook import html_picture
from shoal.core.options import OptionValue, write_options
from shoal.core.record import FORMAT, Fair, Record, RecordedResult, Replay
from shoal.core.seats import CHANCE, Seat, Viewer, seat_name
from shoal.core.state import State, View
from shoal.core.step import Step
from shoal.core.text import Text, msg

__all__ = ["HUMAN", "Table", "admit"]

#: What a record's `players` calls a seat that is not a bot.
HUMAN = "human"


class Table:
    """One game in progress. Chance acts by itself, from the dealer, as soon as it is its turn.

    >>> table = shoal.Table(shoal.find_game("penguins"), {"players": 3}, seed="00" * 32)
    >>> table.submit(0, table.view(0).legal[0])
    >>> table
    <Table of penguins: 2 steps, B to act>
    """

    def __init__(
        self,
        game: Game,
        options: Mapping[str, object],
        *,
        seed: str | None = None,
        names: Sequence[str] | None = None,
        players: Sequence[str] | None = None,
        lot: int | None = None,
    ) -> None:
        self.game = game
        self.options: dict[str, OptionValue] = game.options(options)
        self._history = History(game.start(self.options))
        self._dealer = Dealer(seed if seed is not None else new_seed())
        self._agreed: set[Seat] = set()
        #: Where lots were drawn for who begins, the number that was drawn: see `Fair`.
        self.lot = lot
        count = len(self.state.scores)
        self.names = tuple(names) if names is not None else tuple(seat_name(seat) for seat in range(count))
        self.players = tuple(players) if players is not None else (HUMAN,) * count
        for given in (self.names, self.players):
            if len(given) != count:
                raise Refusal(msg("found {found} seats, expected {count}", found=len(given), count=count))
        self._deal()

    @classmethod
    def resume(cls, record: Record, game: Game | None = None) -> "Table":
        """The table of a saved game. Without a seed in the record, chance goes on from a fresh one."""
        replay = Replay(record, game)
        table = cls.__new__(cls)
        table.game = replay.game
        table.options = replay.game.options(record.options)
        table._history = replay.history
        seed = record.fair.seed if record.fair is not None else None
        table._dealer = Dealer(seed if seed is not None else new_seed())
        table._agreed = set()
        table.lot = record.fair.lot if record.fair is not None else None
        count = len(replay.final.scores)
        table.names = record.seats or tuple(seat_name(seat) for seat in range(count))
        table.players = record.players or (HUMAN,) * count
        table._deal()
        return table

    def __repr__(self) -> str:
        to_act = ", ".join(seat_name(seat) for seat in self.state.to_act)
        steps = "1 step" if self.length == 1 else f"{self.length} steps"
        return f"<Table of {self.game.name}: {steps}, {f'{to_act} to act' if to_act else 'over'}>"

    def _repr_html_(self) -> str:
        """The table in a notebook, as a spectator sees it: what is hidden stays hidden."""
        return html_picture(self.game, self.displayed(None), self.names)

    @property
    def state(self) -> State:
        """The whole state now, hidden things included: people and bots get `view`."""
        return self._history.state

    @property
    def seats(self) -> range:
        """All seats, in order."""
        return range(len(self.names))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.state.to_act

    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed, public from the start."""
        return self._dealer.commitment

    @property
    def length(self) -> int:
        """How many steps were taken, those of chance included. A sealed choice that was replaced does not count."""
        return len(self._history.steps)

    @property
    def revealed_count(self) -> int:
        """How many of the steps are revealed to all by now; the rest are choices that are still sealed."""
        number = self.length
        while number > 0 and self._history.states[number].sealed:
            number -= 1
        return number

    def view(self, viewer: Viewer) -> View:
        """All that a viewer may know: what a bot thinks about."""
        return self.state.view(viewer)

    def displayed(self, viewer: Viewer) -> View:
        """What the table displays to a viewer: what people and programs are sent."""
        return self.game.displayed(self.view(viewer))

    def displayed_after(self, number: int, viewer: Viewer) -> View:
        """What the table displayed to the viewer after the first `number` steps."""
        return self.game.displayed(self._history.states[number].view(viewer))

    def fork(self) -> "Table":
        """A copy that goes on by itself: a step taken at one is not taken at the other."""
        twin = copy.copy(self)
        twin._history = self._history.copy()
        twin._agreed = set(self._agreed)
        return twin

    def taker(self, number: int) -> Seat:
        """The seat, or chance, that took step `number` (from 0)."""
        return self._history.takers[number]

    def log(self, viewer: Viewer) -> Sequence[str]:
        """Every step as the viewer saw it, `?` for what it may not know, as the table displays it."""
        revealed = self.revealed_count
        seen = [
            f"{seat_name(taker)}:?" if number >= revealed and taker != viewer else step.seen_by(viewer)
            for number, (taker, step) in enumerate(zip(self._history.takers, self._history.steps, strict=True))
        ]
        return seen if self.over else self.game.recall(self._history.states, seen)

    def tell(self, number: int, seen: str, names: Sequence[str], reader: Viewer) -> Text:
        """Step `number` as a person would tell it to the reader, to whom the log shows it as `seen`."""
        return self.game.tell(self._history.states[number], self._history.takers[number], seen, names, reader)

    def may_look_back(self, viewer: Viewer) -> bool:
        """Whether earlier positions may be shown: in a running game only where the table displays all that was seen."""
        return self.over or all(
            shown == step.seen_by(viewer) or number >= self.revealed_count
            for number, (shown, step) in enumerate(zip(self.log(viewer), self._history.steps, strict=True))
        )

    def is_open_to(self, viewer: Viewer) -> bool:
        """Whether the viewer may read every step so far in full, and so may be given the record."""
        return self.over or list(self.log(viewer)) == [str(step) for step in self._history.steps]

    def submit(self, seat: Seat, step: Step | str) -> None:
        """A seat takes a step, or replaces its sealed one. If it may not, raises a `ShoalError` and changes nothing."""
        self._take(seat, admit(self.state, seat, step))
        self._deal()

    def submit_counted(self, seat: Seat, step: Step | str) -> None:
        """Do what `submit` did when the dealer still counted replaced choices, so that an older game is dealt alike."""
        self._history.take_counted(seat, admit(self.state, seat, step))
        self._agreed.clear()
        self._deal()

    def undo(self, seat: Seat) -> None:
        """Take back the seat's last step and all that followed, if nothing was revealed since."""
        self._history.undo(seat)
        self._agreed.clear()

    def can_undo(self, seat: Seat) -> bool:
        """Whether `undo` would go through."""
        try:
            self._history.undoable(seat)
        except Refusal:
            return False
        return True

    def finish_offered(self) -> bool:
        """Whether the players may agree to have the rest of the game played for them."""
        return self.game.settle(self.state) is not None

    def agree_to_finish(self, seat: Seat) -> bool:
        """A seat that is still in the game agrees; once all have, plays the best steps and returns True."""
        steps = self.game.settle(self.state)
        if steps is None:
            raise Refusal(msg("the game cannot be finished by agreement yet"))
        self._agreed.add(seat)
        if not self._agreed.issuperset(self.game.remaining(self.state)):
            return False
        for step in steps:
            self._take(self.state.to_act[0], step)
        return True

    def record(self, *, with_seed: bool = False) -> Record:
        """The record of the game so far. It has the seed once the game is over, or `with_seed`, to save a game."""
        result = self.state.result
        shown = self._dealer.seed if with_seed or result is not None else None
        return Record(
            format=FORMAT,
            game=self.game.name,
            options=write_options(self.game.fields, self.options),
            moves=tuple(str(step) for step in self._history.steps),
            seats=self.names,
            players=self.players,
            fair=Fair(self.commitment, shown, self._history.draws_if_skipped if shown is not None else None, self.lot),
            result=RecordedResult.of(result) if result is not None else None,
        )

    def _take(self, seat: Seat, step: Step) -> None:
        self._history.take(seat, step)
        if seat != CHANCE:
            self._agreed.clear()

    def _deal(self) -> None:
        while self.state.to_act == (CHANCE,):
            self._take(CHANCE, self._dealer.draw(self._history.next_draw, self.state.chance()))


def admit(state: State, seat: Seat, step: Step | str) -> Step:
    """The step, read from its notation if need be. Raises an error that reveals no secret if it is not allowed."""
    if seat not in state.to_act and seat not in state.sealed:
        raise Refusal(msg("it is not the turn of seat {seat}", seat=seat_name(seat)))
    if isinstance(step, str):
        step = state.parse(step)
    legal = state.legal(seat)
    if step not in legal:
        if state.to_act == (seat,) and not state.sealed:
            # Nobody else may act, so the rules may say why; at other times their answer could tell of hidden hands.
            state.play(step)
        raise IllegalStep(
            step, msg("one of the {count} legal steps of seat {seat}", count=len(legal), seat=seat_name(seat))
        )
    return step
