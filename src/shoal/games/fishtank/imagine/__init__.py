"""From a view back to whole states: what the viewer does not know, drawn with the right odds.

The odds are those of the cards: what others chose is taken as telling nothing about what they hid, as if
everybody else picked blindly. `passing.py` serves tables where hands are only passed on; `pair.py` two
players, who must also reckon with hidden discards and draws; `watching.py` their spectators.
"""

import random

from shoal.core import Seat
from shoal.games.fishtank.imagine.hidden import Hidden
from shoal.games.fishtank.imagine.more_players import imagine_passing
from shoal.games.fishtank.imagine.spectator import imagine_watching
from shoal.games.fishtank.imagine.two_players import imagine_pair
from shoal.games.fishtank.state import Phase, TankState
from shoal.games.fishtank.steps import Choose, Place
from shoal.games.fishtank.tank import Placings
from shoal.games.fishtank.view import TankView

__all__ = ["imagine"]


def imagine(view: TankView, rng: random.Random) -> TankState:
    """A state that looks like the view, drawn from what is possible given all that was seen."""
    hidden = _hidden(view, rng)
    return TankState(
        box=view.box,
        phase=view.phase,
        to_act=view.to_act,
        half=view.half,
        round=view.round,
        served=view.served,
        pile=hidden.pile,
        hands=hidden.hands,
        drawn=hidden.drawn,
        tanks=view.tanks,
        pending=tuple(_pending(view, hidden, seat, rng) for seat in range(view.box.players)),
        revealed=view.revealed,
        past=hidden.past,
    )


def _hidden(view: TankView, rng: random.Random) -> Hidden:
    if view.box.players > 2:
        return imagine_passing(view, rng)
    if view.viewer is None:
        return imagine_watching(view, rng)
    return imagine_pair(view, view.viewer, rng)


def _pending(view: TankView, hidden: Hidden, seat: Seat, rng: random.Random) -> Choose | Place | None:
    """What a seat has sealed: any of its cards, any of its ways to place, unless the viewer knows."""
    if seat not in view.sealed:
        return None
    if seat == view.viewer:
        return view.pending
    if view.phase is Phase.CHOOSE:
        return Choose(seat, rng.choice(hidden.hands[seat]))
    return rng.choice(Placings(seat, view.tanks[seat]))
