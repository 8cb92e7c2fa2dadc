"""A sealed choice that was replaced is known to its seat alone, and old games that counted them are dealt as before."""

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.core import (
    CHANCE,
    Dealer,
    Fair,
    Game,
    Record,
    RecordError,
    Replay,
    Seat,
    Step,
    Table,
    Viewer,
    find_game,
    parse_record,
    verify,
    view_bytes,
)
from shoal.core.record import FORMAT

SEED = "5e" * 32


def shown(table: Table, viewer: Viewer) -> dict[str, object]:
    """All that a viewer gets to see of a table."""
    log = table.log(viewer)
    return {
        "table": repr(table),
        "view": view_bytes(table.view(viewer)),
        "log": list(log),
        "told": [str(table.tell(number, seen, table.names, viewer)) for number, seen in enumerate(log)],
        "takers": [table.taker(number) for number in range(table.length)],
        "earlier": [view_bytes(table.displayed_after(number, viewer)) for number in range(table.length + 1)],
        "counts": (table.length, table.revealed_count),
        "may": (table.may_look_back(viewer), table.is_open_to(viewer), [table.can_undo(seat) for seat in table.seats]),
    }


def pick(game: str, tide: Game) -> Game:
    return tide if game == "tide" else find_game(game)


@pytest.mark.parametrize(("game", "players"), [("tide", 2), ("tide", 4), ("fishtank", 2), ("fishtank", 3)])
@given(choice=st.randoms(use_true_random=False))
@settings(max_examples=25)
def test_a_replaced_choice_is_known_only_to_its_seat(
    tide: Game, game: str, players: int, choice: random.Random
) -> None:
    """Two tables: at one, seats change their minds as often as they like; everybody else sees the same at both."""
    plain, restless = (Table(pick(game, tide), {"players": players}, seed=SEED) for _ in range(2))
    #: What seats will have chosen in the end, and have not chosen yet at the restless table.
    meant: dict[Seat, Step] = {}
    for _ in range(40):
        if plain.over:
            break
        sealed = plain.state.sealed
        if sealed and choice.random() < 0.1:
            seat = choice.choice(sealed)
            plain.undo(seat)
            restless.undo(seat)
        elif sealed and choice.random() < 0.5:
            seat = choice.choice(sealed)
            meant.setdefault(seat, next(step for step in plain.state.legal(seat) if str(step) == own(plain, seat)))
            restless.submit(seat, choice.choice(list(restless.state.legal(seat))))
        else:
            if len(plain.state.to_act) == 1:
                for seat, step in meant.items():
                    restless.submit(seat, step)
                meant.clear()
            seat = choice.choice(plain.state.to_act)
            step = choice.choice(list(plain.state.legal(seat)))
            plain.submit(seat, step)
            restless.submit(seat, step)
        meant = {seat: step for seat, step in meant.items() if seat in plain.state.sealed}
        for viewer in (None, *plain.seats):
            if viewer not in meant:
                assert shown(plain, viewer) == shown(restless, viewer)
    for seat, step in meant.items():
        restless.submit(seat, step)
    assert plain.record(with_seed=True) == restless.record(with_seed=True)


def own(table: Table, seat: Seat) -> str:
    """The seat's own sealed choice."""
    number = max(number for number in range(table.length) if table.taker(number) == seat)
    return table.log(seat)[number]


def test_a_seat_takes_its_whole_choice_back_however_often_it_was_replaced(tide: Game) -> None:
    table = Table(tide, {}, seed=SEED)
    before = table.state
    for step in ("A:1", "A:2", "A:3"):
        table.submit(0, step)
    table.undo(0)
    assert (table.state, table.length) == (before, 1)


class OldTable:
    """A table as it was when replaced choices stayed in the history, and the dealer counted them."""

    def __init__(self, game: Game, options: dict[str, Any]) -> None:
        self.states = [game.start(game.options(options))]
        self.moves: list[Step] = []
        self.takers: list[Seat] = []
        self._dealer = Dealer(SEED)
        self._deal()

    def submit(self, seat: Seat, step: Step) -> None:
        self._take(seat, step)
        self._deal()

    def undo(self, seat: Seat) -> bool:
        for number in range(len(self.moves) - 1, -1, -1):
            before, after = self.states[number], self.states[number + 1]
            opened = (before.sealed or len(before.to_act) > 1) and not after.sealed
            if self.takers[number] == CHANCE or opened:
                return False
            if self.takers[number] == seat:
                del self.moves[number:], self.takers[number:], self.states[number + 1 :]
                return True
        return False

    def counting(self) -> list[str]:
        """The moves without those that the same seat replaced before all were opened."""
        counting: list[str] = []
        window: dict[Seat, str] = {}
        for taker, move, after in zip(self.takers, self.moves, self.states[1:], strict=True):
            window[taker] = str(move)
            if not after.sealed:
                counting += window.values()
                window.clear()
        return [*counting, *window.values()]

    def record(self, game: Game, options: dict[str, Any]) -> Record:
        fair = Fair(Dealer(SEED).commitment, SEED)
        return Record(FORMAT, game.name, options, tuple(map(str, self.moves)), fair=fair)

    def _take(self, seat: Seat, step: Step) -> None:
        following = self.states[-1].play(step)
        self.moves.append(step)
        self.takers.append(seat)
        self.states.append(following)

    def _deal(self) -> None:
        while self.states[-1].to_act == (CHANCE,):
            self._take(CHANCE, self._dealer.draw(len(self.moves), self.states[-1].chance()))


def play_old(game: Game, options: dict[str, Any], choice: random.Random, steps: int) -> tuple[OldTable, Table]:
    """A game as it was played then, and the same game as its log is replayed now."""
    old, table = OldTable(game, options), Table(game, options, seed=SEED)
    for _ in range(steps):
        state = old.states[-1]
        if not state.to_act:
            break
        if state.sealed and choice.random() < 0.2:
            seat = choice.choice(state.sealed)
            assert old.undo(seat)
            table.undo(seat)
        else:
            seat = choice.choice((*state.to_act, *state.sealed))
            step = choice.choice(list(state.legal(seat)))
            old.submit(seat, step)
            table.submit_counted(seat, step)
        assert table.state == old.states[-1]
    return old, table


GAMES = pytest.mark.parametrize(("game", "players"), [("tide", 2), ("tide", 4), ("fishtank", 2)])


@GAMES
@given(choice=st.randoms(use_true_random=False), steps=st.integers(0, 80))
@settings(max_examples=25)
def test_an_old_game_is_dealt_as_it_was_and_shown_without_what_was_replaced(
    tide: Game, game: str, players: int, choice: random.Random, steps: int
) -> None:
    old, table = play_old(pick(game, tide), {"players": players}, choice, steps)
    record = parse_record(table.record(with_seed=True).to_text())
    assert list(record.moves) == old.counting()
    assert table.length == len(record.moves)
    assert verify(Replay(record, table.game)) == old.takers.count(CHANCE)


@GAMES
@given(choice=st.randoms(use_true_random=False), steps=st.integers(0, 80))
@settings(max_examples=25)
def test_an_old_record_verifies_and_is_shown_without_what_was_replaced(
    tide: Game, game: str, players: int, choice: random.Random, steps: int
) -> None:
    options = {"players": players}
    old, table = play_old(pick(game, tide), options, choice, steps)
    replay = Replay(parse_record(old.record(table.game, options).to_text()), table.game)
    assert [str(step) for step in replay.steps] == old.counting()
    assert replay.final == old.states[-1]
    assert verify(replay) == old.takers.count(CHANCE)

    resumed = Table.resume(replay.record, table.game)
    assert [shown(resumed, viewer) for viewer in (None, 0)] == [shown(table, viewer) for viewer in (None, 0)]
    finish_both(resumed, table, choice)
    saved = Replay(parse_record(resumed.record(with_seed=True).to_text()), table.game)
    assert verify(saved) > 0


def finish_both(one: Table, other: Table, choice: random.Random) -> None:
    """Go on with the same steps, and with replaced choices at one of the tables."""
    while not one.over:
        seat = choice.choice(one.state.to_act)
        step = choice.choice(list(one.state.legal(seat)))
        if len(one.state.to_act) > 1:
            one.submit(seat, choice.choice(list(one.state.legal(seat))))
        one.submit(seat, step)
        other.submit(seat, step)
        assert one.state == other.state, "chance goes on alike"


def test_a_record_without_replaced_choices_says_nothing_of_draws(tide: Game) -> None:
    table = Table(tide, {}, seed=SEED)
    while not table.over:
        table.submit(0, "A:0")
        table.submit(0, "A:1")
        table.submit(1, "B:0")
    assert '"draws"' not in table.record().to_text()
    assert verify(Replay(table.record(), tide)) == 3


def old_record(tide: Game) -> Record:
    table = Table(tide, {}, seed=SEED)
    for step in ("A:0", "A:1"):
        table.submit_counted(0, step)
    table.submit(1, "B:0")
    table.submit(0, "A:0")
    assert table.record().fair == Fair(table.commitment), "nothing more while the seed is secret"
    return table.record(with_seed=True)


@pytest.mark.parametrize(
    ("draws", "reason"),
    [
        ((0,), "found 1 draws, expected 2"),
        ((0, 4, 9), "found 3 draws, expected 2"),
        ((0, 2), "step 4: fair: found draw 2, expected 3"),
        ((1, 4), "step 1: fair: found draw 1, expected 0"),
        ((0, 7), "step 4: found =., expected =. from the seed"),
    ],
)
def test_draws_that_cannot_be_are_refused(tide: Game, draws: Sequence[int], reason: str) -> None:
    record = old_record(tide)
    fair = record.fair
    assert fair is not None
    assert fair.draws == (0, 4)
    assert verify(Replay(record, tide)) == 2
    wrong = msgspec.structs.replace(record, fair=msgspec.structs.replace(fair, draws=tuple(draws)))
    with pytest.raises(RecordError, match=reason):
        verify(Replay(wrong, tide))
