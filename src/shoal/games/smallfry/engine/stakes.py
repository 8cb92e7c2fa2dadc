"""From points to winning: what the points that everybody may expect mean for the match.

Totals after the session scatter around what is expected, more while many cards are left. They are drawn
some hundred times, always alike, and `match.py` says who wins how often. Seat by seat the expected points
are varied, which gives the curves that `judgement.py` reads.
"""

from functools import lru_cache
from typing import Final

import numpy as np

from shoal.core.compiled import Reals, kernel
from shoal.games.smallfry.engine.judgement import CURVE, HALF, Stakes
from shoal.games.smallfry.engine.match import Match, share_out
from shoal.games.smallfry.engine.outlook import Outlook, expect, new_tally
from shoal.games.smallfry.engine.sessions import Sea

__all__ = ["shares_of", "stakes_of"]

#: Draws by number of players: more players take longer.
_DRAWS: Final = {2: 512, 3: 384, 4: 384}
#: How far the points of a curve are apart: less when few cards are left, and one point may decide.
_WIDE: Final = 2.0
_NARROW: Final = 1.0
_LATE: Final = 15


@lru_cache(maxsize=4)
def _luck(players: int) -> Reals:
    """Draws of a normal distribution, each with its mirror image."""
    draws = np.random.default_rng(77).standard_normal((_DRAWS[players] // 2, players))
    return np.concatenate([draws, -draws])


@kernel
def _scatter(expected: Reals, luck: Reals, spread: Reals, place: int, totals: Reals) -> None:
    """Draw totals: equal spread for all seats, and an equal correlation, mostly below 0, of any two."""
    players = len(expected)
    mean = 0.0
    for seat in range(players):
        mean += luck[place, seat] / players
    # Seats less their mean go against each other; the mean itself goes with the rest of the correlation.
    apart = np.sqrt(max(0.0, spread[0] - spread[1]))
    together = np.sqrt(max(0.0, spread[0] + (players - 1) * spread[1]))
    for seat in range(players):
        drawn = expected[seat] + apart * (luck[place, seat] - mean) + together * mean
        totals[seat] = max(0.0, np.floor(drawn + 0.5))


@kernel
def _shares(expected: Reals, luck: Reals, spread: Reals, match: Match, shares: Reals) -> None:
    """By seat, the share of winning the match; `expected` has totals after the session."""
    players = len(expected)
    totals, part = np.zeros(players), np.zeros(players)
    shares[:] = 0.0
    for place in range(len(luck)):
        _scatter(expected, luck, spread, place, totals)
        share_out(totals, match, part)
        shares += part
    shares /= len(luck)


@kernel
def _curves(expected: Reals, mover: int, luck: Reals, spread: Reals, match: Match, curves: Reals, base: Reals) -> None:
    players = len(expected)
    shares = np.zeros(players)
    _shares(expected, luck, spread, match, shares)
    base[0] = shares[mover]
    for seat in range(players):
        middle = expected[seat]
        for place in range(CURVE):
            expected[seat] = middle + base[1] * (place - HALF)
            _shares(expected, luck, spread, match, shares)
            curves[seat, place] = shares[mover] - base[0]
        expected[seat] = middle


def stakes_of(sea: Sea, outlook: Outlook, scores: Reals, match: Match) -> Stakes:
    """The curves around what everybody may expect now, for the player at turn."""
    players, mover = len(sea.sizes), int(sea.now[0])
    centre = np.zeros(players)
    tally = new_tally(players)
    expect(sea, outlook, tally, mover, mover, centre)
    curves = np.zeros((players, CURVE))
    base = np.array([0.0, _WIDE if sea.now[1] > _LATE else _NARROW])
    _curves(scores + centre, mover, _luck(players), outlook.scatter[sea.now[1]], match, curves, base)
    return Stakes(centre, curves, base, tally)


def shares_of(totals: Reals, sea: Sea, outlook: Outlook, match: Match) -> Reals:
    """By seat, the share of winning the match when these totals are expected after the session."""
    shares = np.zeros(len(totals))
    _shares(totals, _luck(len(totals)), outlook.scatter[sea.now[1]], match, shares)
    return shares
