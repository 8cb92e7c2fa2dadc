"""What everybody saw of the turn that is being played, or was the last: its cards and their fate, and its robbery.

The view tells a turn until the next one has begun, as the log of the table does (`memory.py`), so that whoever
looks up late still sees the double, the octopus, or what the die showed.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from shoal.core import Say, Seat, Text, msg, msgs
from shoal.games.smallfry.cards import BOX, OCTOPUS, card_name, same_species
from shoal.games.smallfry.page.faces import Face, draw_face
from shoal.games.smallfry.steps import LEAVE, Rob, Roll, Take, TurnUp, parse_step
from shoal.games.smallfry.view import SmallFryView

__all__ = ["Fate", "Raid", "Turned", "draw_raid", "draw_row", "tell_last_turn"]

#: What became of an open card. `double`: one of the two that met (S7). `lost`: discarded with them, or by an octopus.
Fate: TypeAlias = Literal["lies", "kept", "lost", "double"]


class Turned(msgspec.Struct, frozen=True):
    """An open card in the middle; `key` is its own for as long as the match lasts."""

    key: str
    face: Face
    fate: Fate


class Raid(msgspec.Struct, frozen=True):
    """A robbery: who announced how many cards to whom, what the die shows, and the cards that changed hands."""

    key: str
    robber: Seat
    victim: Seat
    number: int
    roll: int | None
    taken: tuple[Turned, ...]


class _Turn(msgspec.Struct, frozen=True):
    """A turn as it was told."""

    seat: Seat
    cards: bytes
    rob: Rob | None
    roll: int | None
    taken: tuple[str, ...]
    left: bool


def draw_row(view: SmallFryView, say: Say) -> list[Turned]:
    """What lies open (S4); once the turn has ended, or an octopus came, what was turned up and what became of it."""
    if view.phase in ("card", "choice"):
        return _name(view, [(card, "lies") for card in view.row], say)
    turn = _turn(view)
    return [] if turn is None else _name(view, _fates(turn.cards), say)


def draw_raid(view: SmallFryView, say: Say) -> Raid | None:
    """The robbery of the turn, if it came to one."""
    turn = _turn(view)
    if turn is None or turn.rob is None:
        return None
    key = _key(view, _turned_up(view))
    taken = tuple(Turned(f"{key}-{number}", draw_face(card, say), "lies") for number, card in enumerate(turn.taken, 1))
    return Raid(key, turn.seat, turn.rob.victim, turn.rob.number, turn.roll, taken)


def tell_last_turn(view: SmallFryView, names: Sequence[str]) -> Text | None:
    """How the turn before ended; None while a turn is being played."""
    turn = _turn(view)
    if turn is None or not turn.cards or view.phase not in ("begin", "over"):
        return None
    player = names[turn.seat]
    if turn.rob is not None and turn.roll is not None:
        return _tell_robbery(turn.rob, turn.roll, len(turn.taken), player, names[turn.rob.victim])
    if turn.cards[-1] == OCTOPUS:
        if turn.left:
            return msg("An octopus! {player} lost the row and robbed nobody", player=player)
        return msg("An octopus! {player} lost the row, and there was nobody to rob", player=player)
    kept = sum(fate == "kept" for _, fate in _fates(turn.cards))
    if kept < len(turn.cards):
        return msgs(
            "A double! {player} kept {count} card", "A double! {player} kept {count} cards", kept, player=player
        )
    return msgs("{player} kept {count} card", "{player} kept {count} cards", kept, player=player)


def _tell_robbery(rob: Rob, roll: int, taken: int, robber: str, victim: str) -> Text:
    if roll == -1 and taken:
        return msgs(
            "{robber} wanted {count} card of {victim} and rolled -1: {victim} took one instead",
            "{robber} wanted {count} cards of {victim} and rolled -1: {victim} took one instead",
            rob.number,
            robber=robber,
            victim=victim,
        )
    if taken:
        return msgs(
            "{robber} wanted {count} card of {victim}, rolled {roll} and got it",
            "{robber} wanted {count} cards of {victim}, rolled {roll} and got them",
            rob.number,
            robber=robber,
            victim=victim,
            roll=roll,
        )
    return msgs(
        "{robber} wanted {count} card of {victim} and rolled {roll}: nothing",
        "{robber} wanted {count} cards of {victim} and rolled {roll}: nothing",
        rob.number,
        robber=robber,
        victim=victim,
        roll=roll,
    )


def _turn(view: SmallFryView) -> _Turn | None:
    if view.told is None:
        return None
    steps = [parse_step(step) for step in view.told.steps]
    return _Turn(
        view.told.seat,
        bytes(step.card for step in steps if isinstance(step, TurnUp)),
        next((step for step in steps if isinstance(step, Rob)), None),
        next((step.face for step in steps if isinstance(step, Roll)), None),
        tuple(card_name(step.card) for step in steps if isinstance(step, Take)),
        LEAVE in steps,
    )


def _fates(cards: bytes) -> list[tuple[str, Fate]]:
    """What became of the cards of a turn that has ended, or of a row that an octopus met."""
    end, swept = len(cards) - 1, cards[-1] == OCTOPUS
    twin = same_species(cards[:end], cards[end])
    return [(card_name(card), _fate(place, twin, end, swept=swept)) for place, card in enumerate(cards)]


def _fate(place: int, twin: int, end: int, *, swept: bool) -> Fate:
    if swept:
        return "lies" if place == end else "lost"
    if twin < 0 or place < twin:
        return "kept"
    return "double" if place in (twin, end) else "lost"


def _name(view: SmallFryView, cards: Sequence[tuple[str, Fate]], say: Say) -> list[Turned]:
    before = _turned_up(view) - len(cards)
    return [
        Turned(_key(view, before + place), draw_face(card, say), fate) for place, (card, fate) in enumerate(cards, 1)
    ]


def _turned_up(view: SmallFryView) -> int:
    """How many cards had been turned up in the session when the turn that is told was over, or is now."""
    return len(BOX) if _is_of_earlier_session(view) else len(BOX) - len(view.deck)


def _key(view: SmallFryView, number: int) -> str:
    """The name of the card that was turned up as the nth of its session."""
    return f"{len(view.sheet) + (view.result is None) - _is_of_earlier_session(view)}-{number}"


def _is_of_earlier_session(view: SmallFryView) -> bool:
    return view.phase == "begin" and len(view.deck) == len(BOX)
