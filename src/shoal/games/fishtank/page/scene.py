"""The whole table: all tanks, what lies before each seat, what the viewer holds and may do."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from shoal.core import Say, Scene, Seat, Text, msg
from shoal.games.fishtank.page.cards import KindScene, hand_scene, kind_scenes
from shoal.games.fishtank.page.ending import ending
from shoal.games.fishtank.page.round_header import stage
from shoal.games.fishtank.page.tanks import tank_scene
from shoal.games.fishtank.state import Phase
from shoal.games.fishtank.steps import PLANT_SIDE, Choose, Place
from shoal.games.fishtank.view import TankView

__all__ = ["Fresh", "Held", "table_scene"]

#: What lies before a seat: nothing, a card face down, a card for all to see, a card that has its sealed place.
Lying: TypeAlias = Literal["none", "sealed", "open", "placed"]


class Held(msgspec.Struct, frozen=True):
    """The card that a seat has chosen, with its kind only where the viewer may know it, and what the seat is up to."""

    lying: Lying
    kind: KindScene | None
    doing: str
    wins: bool


class Fresh(msgspec.Struct, frozen=True):
    """The card that the viewer places; pressing it first turns it to its plant side (T10)."""

    kind: KindScene
    token: str
    label: str
    sealed: bool


def table_scene(view: TankView, names: Sequence[str], say: Say) -> Scene:
    """What `table.html` and `picture.svg` show; the viewer's own tank comes first."""
    kinds = kind_scenes(view.box, say)
    seats = sorted(range(view.box.players), key=lambda seat: (seat != view.viewer, seat))
    return {
        "stage": stage(view, names, say),
        "kinds": tuple(kinds.values()),
        "back": kinds[view.box.deck.back.name],
        "seats": [(seat, tank_scene(view, seat, say), _held(view, seat, say)) for seat in seats],
        "viewer": view.viewer,
        "prompt": _prompt(view, say),
        "fresh": _fresh(view, say),
        "hand": hand_scene(view, say),
        "ending": ending(view, say),
    }


def _held(view: TankView, seat: Seat, say: Say) -> Held:
    wins = view.result is not None and seat in view.result.winners
    lying, kind = _lying(view, seat)
    shown = kind_scenes(view.box, say)[kind] if kind is not None else None
    return Held(lying, shown, say(_doing(view, seat)), wins)


def _lying(view: TankView, seat: Seat) -> tuple[Lying, str | None]:
    """Sealed choices are face down for everybody but their owner (T4)."""
    if view.revealed:
        return ("placed" if seat in view.sealed else "open"), view.revealed[seat]
    if seat not in view.sealed:
        return "none", None
    mine = seat == view.viewer and isinstance(view.pending, Choose)
    return "sealed", view.pending.kind if mine and isinstance(view.pending, Choose) else None


def _doing(view: TankView, seat: Seat) -> Text:
    if view.result is not None:
        return msg("wins") if seat in view.result.winners else msg("finished")
    if view.phase is Phase.PLACE:
        kind = view.box.deck.by_name[view.revealed[seat]].text
        return msg("has placed {kind}", kind=kind) if seat in view.sealed else msg("places {kind}", kind=kind)
    if view.phase is Phase.CHOOSE:
        return msg("has chosen") if seat in view.sealed else msg("is choosing")
    return msg("waits")


def _prompt(view: TankView, say: Say) -> str:
    """What is asked of the viewer; nothing of a spectator, or after the end."""
    if view.viewer is None or view.phase is Phase.OVER:
        return ""
    if isinstance(view.pending, Choose):
        chosen: object = view.box.deck.by_name[view.pending.kind].text
        return say(msg("Sealed, and you may still change it: {choice}", choice=chosen))
    if isinstance(view.pending, Place):
        return say(msg("Sealed, and you may still change it"))
    if view.phase is Phase.CHOOSE:
        return say(msg("Choose a card"))
    if view.phase is Phase.PLACE:
        return say(msg("Press a cell of your tank to place your card"))
    return say(msg("Cards are dealt"))


def _fresh(view: TankView, say: Say) -> Fresh | None:
    if view.viewer is None or view.phase is not Phase.PLACE:
        return None
    deck = view.box.deck
    kind = kind_scenes(view.box, say)[view.revealed[view.viewer]]
    label = msg("your card, {kind}; press to turn it to {back}", kind=kind.title, back=deck.back.text)
    return Fresh(kind, PLANT_SIDE, say(label), sealed=view.pending is not None)
