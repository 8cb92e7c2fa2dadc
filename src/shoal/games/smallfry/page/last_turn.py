"""What all players saw of the turn that is being played, or of the last one: its cards, their fate, its robbery.

The view shows a turn until the next one has begun, as the table's log does (`log_redaction.py`), so that players
who look up late still see the double, the octopus, or what the die showed.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from shoal.core import Say, Seat, Text, msg, msgs
from shoal.games.smallfry.cards import BOX, OCTOPUS, card_name, same_species
from shoal.games.smallfry.notation import parse_step
from shoal.games.smallfry.page.card_faces import CardFace, draw_face
from shoal.games.smallfry.steps import LEAVE, Rob, Roll, Take, TurnUp
from shoal.games.smallfry.view import View

__all__ = ["Fate", "OpenCard", "ShownRobbery", "draw_robbery", "draw_row", "last_turn_text"]

#: What became of an open card. `double`: one of the two of a species (S7). `lost`: discarded with those or by
#: an octopus.
Fate: TypeAlias = Literal["lies", "kept", "lost", "double"]


class OpenCard(msgspec.Struct, frozen=True):
    """An open card in the middle; `key` is unique within the match."""

    key: str
    face: CardFace
    fate: Fate


class ShownRobbery(msgspec.Struct, frozen=True):
    """A robbery: robber, victim, the number announced, the roll, and the cards that changed hands."""

    key: str
    robber: Seat
    victim: Seat
    number: int
    roll: int | None
    taken: tuple[OpenCard, ...]


class _LastTurn(msgspec.Struct, frozen=True):
    """The steps of a turn, sorted by what they did."""

    seat: Seat
    cards: bytes
    rob: Rob | None
    roll: int | None
    taken: tuple[str, ...]
    left: bool


def draw_row(view: View, say: Say) -> list[OpenCard]:
    """The open cards (S4); once the turn has ended, or an octopus came, all that were turned up, with their fate."""
    if view.phase in ("card", "choice"):
        return _open_cards(view, [(card, "lies") for card in view.row], say)
    turn = _last_turn(view)
    return [] if turn is None else _open_cards(view, _fates(turn.cards), say)


def draw_robbery(view: View, say: Say) -> ShownRobbery | None:
    """The robbery of the turn, or None."""
    turn = _last_turn(view)
    if turn is None or turn.rob is None:
        return None
    key = _key(view, _turned_up(view))
    cards = enumerate(turn.taken, 1)
    taken = tuple(OpenCard(f"{key}-{number}", draw_face(card, say), "lies") for number, card in cards)
    return ShownRobbery(key, turn.seat, turn.rob.victim, turn.rob.number, turn.roll, taken)


def last_turn_text(view: View, names: Sequence[str]) -> Text | None:
    """How the last turn ended; None while a turn is being played."""
    turn = _last_turn(view)
    if turn is None or not turn.cards or view.phase not in ("begin", "over"):
        return None
    player = names[turn.seat]
    if turn.rob is not None and turn.roll is not None:
        return _robbery_text(turn.rob, turn.roll, len(turn.taken), player, names[turn.rob.victim])
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


def _robbery_text(rob: Rob, roll: int, taken: int, robber: str, victim: str) -> Text:
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


def _last_turn(view: View) -> _LastTurn | None:
    if view.shown_turn is None:
        return None
    steps = [parse_step(step) for step in view.shown_turn.steps]
    return _LastTurn(
        view.shown_turn.seat,
        bytes(step.card for step in steps if isinstance(step, TurnUp)),
        next((step for step in steps if isinstance(step, Rob)), None),
        next((step.face for step in steps if isinstance(step, Roll)), None),
        tuple(card_name(step.card) for step in steps if isinstance(step, Take)),
        LEAVE in steps,
    )


def _fates(cards: bytes) -> list[tuple[str, Fate]]:
    """The cards of a turn that has ended, or of a row that an octopus took, each with its fate."""
    end, swept = len(cards) - 1, cards[-1] == OCTOPUS
    twin = same_species(cards[:end], cards[end])
    return [(card_name(card), _fate(index, twin, end, swept=swept)) for index, card in enumerate(cards)]


def _fate(index: int, twin: int, end: int, *, swept: bool) -> Fate:
    if swept:
        return "lies" if index == end else "lost"
    if twin < 0 or index < twin:
        return "kept"
    return "double" if index in (twin, end) else "lost"


def _open_cards(view: View, cards: Sequence[tuple[str, Fate]], say: Say) -> list[OpenCard]:
    first = _turned_up(view) - len(cards) + 1
    return [
        OpenCard(_key(view, number), draw_face(card, say), fate) for number, (card, fate) in enumerate(cards, first)
    ]


def _turned_up(view: View) -> int:
    """How many cards of the session have been turned up, the shown turn included."""
    return len(BOX) if _is_of_earlier_session(view) else len(BOX) - len(view.deck)


def _key(view: View, number: int) -> str:
    """The key of the card that was turned up as number `number` of its session."""
    return f"{len(view.sheet) + (view.result is None) - _is_of_earlier_session(view)}-{number}"


def _is_of_earlier_session(view: View) -> bool:
    return view.phase == "begin" and len(view.deck) == len(BOX)
