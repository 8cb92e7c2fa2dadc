"""Determinization: from a view to a whole state, with what the viewer does not know drawn at random.

The odds are those of the cards, as if all other players chose blindly: their choices say nothing about the
cards that they keep. `more_players.py` is for tables where hands are only passed on; `two_players.py` is for
two players, with hidden discards and draws; `spectator.py` is for those who watch two players.
"""

import random

from shoal.core import Seat
from shoal.games.fishtank.imagine.hidden import HiddenCards
from shoal.games.fishtank.imagine.more_players import imagine_more_players
from shoal.games.fishtank.imagine.spectator import imagine_for_spectator
from shoal.games.fishtank.imagine.two_players import imagine_two_players
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.state import State
from shoal.games.fishtank.steps import ChooseCard, PlaceCard
from shoal.games.fishtank.tank import Placings
from shoal.games.fishtank.view import View

__all__ = ["imagine"]


def imagine(view: View, rng: random.Random) -> State:
    """A state that looks like the view, drawn from those that are possible given all that was seen."""
    hidden = _hidden_cards(view, rng)
    return State(
        options=view.options,
        phase=view.phase,
        to_act=view.to_act,
        half=view.half,
        round=view.round,
        served=view.served,
        pile=hidden.pile,
        hands=hidden.hands,
        drawn=hidden.drawn,
        tanks=view.tanks,
        pending=tuple(_pending(view, hidden, seat, rng) for seat in range(view.options.players)),
        revealed=view.revealed,
        past=hidden.past,
    )


def _hidden_cards(view: View, rng: random.Random) -> HiddenCards:
    if view.options.players > 2:
        return imagine_more_players(view, rng)
    if view.viewer is None:
        return imagine_for_spectator(view, rng)
    return imagine_two_players(view, view.viewer, rng)


def _pending(view: View, hidden: HiddenCards, seat: Seat, rng: random.Random) -> ChooseCard | PlaceCard | None:
    """What a seat has sealed: any of its cards, or any of its placings, unless the viewer knows."""
    if seat not in view.sealed:
        return None
    if seat == view.viewer:
        return view.pending
    if view.phase is RoundPhase.CHOOSE:
        return ChooseCard(seat, rng.choice(hidden.hands[seat]))
    return rng.choice(Placings(seat, view.tanks[seat]))
