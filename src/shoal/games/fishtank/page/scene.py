"""The whole table: all tanks, what lies before each seat, what the viewer holds and may do."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from shoal.core import Say, Scene, Seat, msg
from shoal.games.fishtank.deck_file import house_deck
from shoal.games.fishtank.page.cards import KindScene, hand_scene, kind_scenes
from shoal.games.fishtank.page.final_score import final_score
from shoal.games.fishtank.page.round_header import round_header
from shoal.games.fishtank.page.tanks import tank_scene
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.source_signs import legend
from shoal.games.fishtank.steps import PLANT_SIDE, ChooseCard, PlaceCard
from shoal.games.fishtank.view import View
from shoal.games.fishtank.words import seat_status

__all__ = ["CardToPlace", "SeatStatus", "draw_scene"]

#: What lies before a seat: nothing, a card face down, an open card, an open card whose placing is sealed.
CardState: TypeAlias = Literal["none", "sealed", "open", "placed"]


class SeatStatus(msgspec.Struct, frozen=True):
    """What a seat is doing, and its chosen card; the kind only where the viewer may know it."""

    card: CardState
    kind: KindScene | None
    doing: str
    wins: bool


class CardToPlace(msgspec.Struct, frozen=True):
    """The card that the viewer places; a player who presses it first turns it to its plant side (T10)."""

    kind: KindScene
    token: str
    label: str
    sealed: bool


def draw_scene(view: View, names: Sequence[str], say: Say) -> Scene:
    """The values for `table.html` and `picture.svg`; the viewer's own tank comes first."""
    deck = view.options.deck
    kinds = kind_scenes(view.options, say)
    seats = sorted(range(view.options.players), key=lambda seat: (seat != view.viewer, seat))
    return {
        "header": round_header(view, names, say),
        "kinds": tuple(kinds.values()),
        "back": kinds[deck.back.name],
        "seats": [(seat, tank_scene(view, seat, say), _status(view, seat, say)) for seat in seats],
        "viewer": view.viewer,
        "prompt": _prompt(view, say),
        "card_to_place": _card_to_place(view, say),
        "hand": hand_scene(view, say),
        "final_score": final_score(view, say),
        "deck": say(deck.text),
        "fingerprint": "" if deck == house_deck() else deck.fingerprint,
        "legend": [say(text) for text in legend(deck)],
    }


def _status(view: View, seat: Seat, say: Say) -> SeatStatus:
    wins = view.result is not None and seat in view.result.winners
    card, kind = _chosen_card(view, seat)
    shown = kind_scenes(view.options, say)[kind] if kind is not None else None
    return SeatStatus(card, shown, say(seat_status(view, seat)), wins)


def _chosen_card(view: View, seat: Seat) -> tuple[CardState, str | None]:
    """A sealed choice is face down for all but its owner (T4)."""
    if view.revealed:
        return ("placed" if seat in view.sealed else "open"), view.revealed[seat]
    if seat not in view.sealed:
        return "none", None
    mine = seat == view.viewer and isinstance(view.pending, ChooseCard)
    return "sealed", view.pending.kind if mine and isinstance(view.pending, ChooseCard) else None


def _prompt(view: View, say: Say) -> str:
    """One line that says what the viewer is asked to do; empty for a spectator, and after the end."""
    if view.viewer is None or view.phase is RoundPhase.OVER:
        return ""
    if isinstance(view.pending, ChooseCard):
        chosen: object = view.options.deck.by_name[view.pending.kind].text
        return say(msg("Sealed, and you may still change it: {choice}", choice=chosen))
    if isinstance(view.pending, PlaceCard):
        return say(msg("Sealed, and you may still change it"))
    if view.phase is RoundPhase.CHOOSE:
        return say(msg("Choose a card"))
    if view.phase is RoundPhase.PLACE:
        return say(msg("Press a cell of your tank to place your card"))
    return say(msg("Cards are dealt"))


def _card_to_place(view: View, say: Say) -> CardToPlace | None:
    if view.viewer is None or view.phase is not RoundPhase.PLACE:
        return None
    deck = view.options.deck
    kind = kind_scenes(view.options, say)[view.revealed[view.viewer]]
    label = msg("your card, {kind}; press to turn it to {back}", kind=kind.title, back=deck.back.text)
    return CardToPlace(kind, PLANT_SIDE, say(label), sealed=view.pending is not None)
