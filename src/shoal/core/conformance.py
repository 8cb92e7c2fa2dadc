"""The conformance kit: what must hold for any game. Each game's tests call `check_game`.

One call plays one random game from seed and options to its end. On the way it checks that the game has a
folder, a blurb and a field `players`, that every question about a state has an answer, that notation reads
back, that states do not change, that views keep secrets, can be drawn and read back, that imagined states look
like what was seen, that what a table hides does not show in what it displays, and that the record replays and
verifies. A broken promise is an `AssertionError` that names it.
"""

import io
import random
from collections.abc import Callable, Mapping, Sequence

import msgspec
from rich.console import Console

from shoal.core.errors import IllegalStep, NotationError, Refusal, ShoalError
from shoal.core.game import Game
from shoal.core.record import Replay, parse_record, verify
from shoal.core.seats import CHANCE, Seat, Viewer
from shoal.core.state import State, view_bytes
from shoal.core.step import Step
from shoal.core.study import check_findings
from shoal.core.table import Table, admit
from shoal.core.text import say_english

__all__ = ["check_game", "check_state", "random_seed", "view_bytes"]

#: The share of the closely checked states that are drawn too; drawing is slow.
_DRAWN = 0.1
_GARBAGE = ("", " ", "=", "?", "A", "A:", "=A:", "z9", "c4-", "<>", "rob", "=roll", "☃", "a1-a1-a1", "x" * 300)


def random_seed(rng: random.Random) -> str:
    """A dealer's seed from a test's generator."""
    return rng.randbytes(32).hex()


def _pick_any(legal: Sequence[Step], rng: random.Random) -> Step:
    return rng.choice(legal)


def check_game(
    game: Game,
    options: Mapping[str, object],
    rng: random.Random,
    *,
    longest: int,
    care: float = 1.0,
    pick: Callable[[Sequence[Step], random.Random], Step] = _pick_any,
) -> Table:
    """Play a random game of at most `longest` steps; look closely at a share `care` of its states.

    Looking at every state is slow: a long game passes a lower `care` and plays more games. `pick` chooses among
    legal steps, for a game in which uniform play would hardly ever leave some phase.
    """
    _check_presentation(game)
    seed = random_seed(rng)
    table = Table(game, options, seed=seed)
    assert Table(game, options, seed=seed).state == table.state, "the same seed must give the same deal"
    assert len(table.seats) in game.seat_counts, "the option `players` must say how many seats there are"
    met: list[Step] = []
    while not table.over:
        assert table.length < longest, f"no end after {longest} steps"
        if rng.random() < care:
            check_state(table.state, rng, met)
            _check_log(table)
            _check_displayed(table, rng)
            _check_reading(table)
            if rng.random() < _DRAWN:
                _check_drawing(table, rng)
        seat = rng.choice(table.state.to_act)
        step = pick(table.state.legal(seat), rng)
        met.append(step)
        if rng.random() < care:
            _check_refusals(table, seat, step)
        table.submit(seat, step)
        if seat in table.state.sealed and rng.random() < care:
            _check_change_of_mind(table, seat, rng)
    check_state(table.state, rng, met)
    _check_displayed(table, rng)
    _check_reading(table)
    if rng.random() < care:
        _check_drawing(table, rng)
    _check_end(table)
    return table


def _check_presentation(game: Game) -> None:
    assert game.folder.is_dir(), f"the folder {game.folder} does not exist"
    blurb = str(game.blurb)
    assert blurb.strip(), "a game has a blurb"
    assert "\n" not in blurb, "a blurb is one line"
    assert str(game.title).strip(), "a game has a title"
    names = [field.name for field in game.fields]
    assert len(set(names)) == len(names), "two options have one name"
    assert "players" in names, "one option is called `players`"


def check_state(state: State, rng: random.Random, met: Sequence[Step] = ()) -> None:
    """Check all that can be checked on one state. `met` are steps of the game, legal here or not."""
    seats = range(len(state.scores))
    assert len(set(state.to_act)) == len(state.to_act), "a seat is to act twice"
    assert CHANCE not in state.to_act or state.to_act == (CHANCE,), "chance acts alone"
    assert not set(state.sealed) & set(state.to_act), "a sealed seat has acted"
    assert (state.result is None) == bool(state.to_act), "a result when nobody is to act, and only then"
    for seat in seats:
        may_act = seat in state.to_act or seat in state.sealed
        assert bool(state.legal(seat)) == may_act, f"seat {seat} must have steps exactly when it may act"
    if state.to_act == (CHANCE,):
        _check_chance(state, rng)
    for seat in (*state.to_act, *state.sealed):
        if seat != CHANCE:
            _check_steps(state, state.legal(seat), rng)
    tried = tuple(dict.fromkeys(met))
    _check_errors(state, tried)
    for viewer in (None, *seats):
        _check_view(state, viewer, rng, tried)


def _check_steps(state: State, steps: Sequence[Step], rng: random.Random) -> None:
    assert len(set(steps)) == len(steps), "a step is listed twice"
    for step in steps:
        assert state.parse(str(step)) == step, f"{step} does not read back"
    for step in rng.sample(list(steps), min(3, len(steps))):
        assert state.play(step) == state.play(step), f"{step} must always lead to the same state"
        assert str(state.describe(step)), f"{step} has no description"
        assert step.tokens, f"{step} has no tokens"


def _check_chance(state: State, rng: random.Random) -> None:
    chance = state.chance()
    if chance.steps:
        assert sum(chance.probability(step) for step in chance.steps) == 1, "odds must add up to 1"
        assert all(chance.probability(step) > 0 for step in chance.steps), "no outcome without odds"
        _check_steps(state, chance.steps, rng)
    drawn = chance.draw(rng.randrange)
    assert not chance.steps or drawn in chance.steps, f"{drawn} was drawn but not listed"
    assert state.parse(str(drawn)) == drawn, f"{drawn} does not read back"


def _check_errors(state: State, met: Sequence[Step]) -> None:
    for text in _GARBAGE:
        try:
            state.parse(text)
        except NotationError:
            continue
        raise AssertionError(f"{text!r} was read as a step")
    allowed: set[Step] = set()
    for seat in (*state.to_act, *state.sealed):
        allowed |= set(state.chance().steps if seat == CHANCE else state.legal(seat))
    for step in met:
        if step in allowed:
            continue
        try:
            state.play(step)
        except IllegalStep:
            continue
        raise AssertionError(f"{step} was played although it is not legal")


def _check_view(state: State, viewer: Viewer, rng: random.Random, met: Sequence[Step]) -> None:
    view = state.view(viewer)
    assert view == state.view(viewer), "a view is a value"
    assert view.viewer == viewer
    assert view.to_act == state.to_act
    assert view.scores == state.scores
    assert view.result == state.result
    legal = () if viewer is None else tuple(state.legal(viewer))
    assert tuple(view.legal) == legal, "a view lists the legal steps of its viewer"
    other = view.imagine(rng)
    twin = other.view(viewer)
    assert twin == view, f"what {viewer} imagines does not look like what it saw"
    assert view_bytes(twin) == view_bytes(view), "equal views must be written alike"
    if viewer is not None:
        assert tuple(other.legal(viewer)) == legal, "hidden things changed what is legal"
        assert _errors(state, viewer, met) == _errors(other, viewer, met), "hidden things changed an error"


def _errors(state: State, seat: Seat, met: Sequence[Step]) -> list[str]:
    """The errors that the seat would get if it tried each of these steps, its own and others'."""
    errors = []
    for step in met:
        try:
            admit(state, seat, step)
        except ShoalError as error:
            errors.append(str(error))
    return errors


def _check_refusals(table: Table, seat: Seat, step: Step) -> None:
    before, length = table.state, table.length
    for other in table.seats:
        if other == seat or other in before.to_act or other in before.sealed:
            continue
        try:
            table.submit(other, step)
        except Refusal:
            continue
        raise AssertionError(f"seat {other} took a step out of turn")
    assert (table.state, table.length) == (before, length), "a refusal must change nothing"


def _check_change_of_mind(table: Table, seat: Seat, rng: random.Random) -> None:
    before = table.state
    first, second = table.log(seat)[-1], rng.choice(before.legal(seat))
    others = [viewer for viewer in (None, *table.seats) if viewer != seat]
    logs = [table.log(viewer) for viewer in others]
    table.submit(seat, second)
    assert table.state == before.play(second), "a replaced choice leaves something behind"
    assert table.state.to_act == before.to_act, "a change of mind changes no turn"
    for viewer in others:
        assert table.state.view(viewer) == before.view(viewer), "a sealed choice shows"
    assert [table.log(viewer) for viewer in others] == logs, "the log tells that a choice was replaced"
    table.submit(seat, first)
    assert table.state == before, "changing back must lead back"


def _check_log(table: Table) -> None:
    """The log has a line for every step, and shows a sealed choice to its own seat alone."""
    sealed = _sealed_lines(table)
    for viewer in (None, *table.seats):
        log = table.log(viewer)
        assert len(log) == table.length, "the log has one line for each step"
        for number in sealed:
            hidden = table.taker(number) == viewer or log[number].endswith("?")
            assert hidden, f"the log shows the sealed choice of seat {table.taker(number)} to {viewer}"


def _check_displayed(table: Table, rng: random.Random) -> None:
    """What the table displays hides nothing that a viewer needs to play, and whatever it hides does not show."""
    for viewer in (None, *table.seats):
        view, shown = table.view(viewer), table.displayed(viewer)
        assert shown == view or not table.over, "a table displays everything once the game is over"
        assert shown.viewer == viewer, "a table displays each viewer's own view"
        assert (shown.to_act, tuple(shown.legal)) == (view.to_act, tuple(view.legal)), (
            "a table displays who may do what"
        )
        assert (shown.scores, shown.result) == (view.scores, view.result), "a table displays the points"
        assert table.game.displayed(shown) == shown, "nothing more is hidden the second time"
        if shown == view:
            continue
        twin = table.game.displayed(shown.imagine(rng).view(viewer))
        assert twin == shown, f"what the table displays to {viewer} depends on what it hides"
        assert view_bytes(twin) == view_bytes(shown), "equal views must be written alike"


def _check_reading(table: Table) -> None:
    """Views, and what a table displays of them, are the same after a way through another process."""
    for viewer in (None, *table.seats):
        for view in (table.view(viewer), table.displayed(viewer)):
            text = view_bytes(view)
            try:
                read = table.game.read_view(text, table.options)
            except (TypeError, msgspec.MsgspecError) as error:
                raise AssertionError(f"a view does not read back: {error}") from error
            assert read == view, "a view does not read back"
            assert view_bytes(read) == text, "equal views must be written alike"
            assert tuple(read.legal) == tuple(view.legal), "a view that is read back lists the legal steps"


def _sealed_lines(table: Table) -> list[int]:
    """The numbers of all steps that are sealed now."""
    sealed, waiting = [], set(table.state.sealed)
    number = table.length
    while waiting or number > table.revealed_count:
        assert number > 0, f"seats {waiting} have sealed nothing"
        number -= 1
        sealed.append(number)
        waiting.discard(table.taker(number))
    return sealed


def _check_drawing(table: Table, rng: random.Random) -> None:
    """Check that the view of one viewer can be drawn in a terminal."""
    viewer = rng.choice((None, *table.seats))
    file = io.StringIO()
    Console(file=file, width=100).print(table.game.draw(table.displayed(viewer), table.names, say_english))
    assert file.getvalue().strip(), f"the view of {viewer} draws nothing"


def _check_end(table: Table) -> None:
    result = table.state.result
    assert result is not None
    assert result.scores == table.state.scores
    assert result.winners, "at least one seat wins: in a draw all share the win"
    assert set(result.winners) <= set(table.seats)
    assert str(result.reason)
    record = parse_record(table.record().to_text())
    assert table.game.has_chance or CHANCE not in map(table.taker, range(table.length)), "`has_chance` is wrong"
    replay = Replay(record, table.game)
    assert replay.final == table.state, "the record must lead to the same end"
    verify(replay)
    try:
        check_findings(table.game.study(replay.states, replay.steps), len(table.seats))
    except TypeError as error:
        raise AssertionError(f"what a study counts: {error}") from None
