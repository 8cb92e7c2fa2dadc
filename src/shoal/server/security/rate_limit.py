"""How much one person and one address may ask for. Memory is bounded: whoever was not seen longest is forgotten first.

Buckets of tokens: each request takes one, and they fill up again with time. Play never comes near the limits.
"""

import ipaddress
import math
from collections import OrderedDict
from typing import Final

import msgspec

__all__ = ["Allowance", "Buckets", "RateLimits", "address_of"]


class Allowance(msgspec.Struct, frozen=True):
    """So many at once, and so many more a second."""

    burst: int
    per_second: float


class RateLimits(msgspec.Struct, frozen=True, kw_only=True):
    """What is allowed. Addresses get more than people: a club may share one."""

    person: Allowance = Allowance(200, 40)
    address: Allowance = Allowance(1000, 200)
    #: New tables and sheets, which are kept for ever.
    person_makes: Allowance = Allowance(120, 1)
    address_makes: Allowance = Allowance(600, 5)
    #: Tokens and links that are not good: nobody guesses one, but nobody need try either.
    guesses: Allowance = Allowance(30, 0.5)
    #: Live feeds at once.
    person_feeds: int = 60
    address_feeds: int = 1200
    #: How many people, and how many addresses, are remembered.
    remembered: int = 20_000


class Buckets:
    """One bucket for each name."""

    def __init__(self, allowance: Allowance, most: int) -> None:
        self._allowance = allowance
        self._most: Final = most
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._levels)

    def take(self, name: str, now: float) -> float:
        """Take one; 0, or how many seconds it is until there is one."""
        level, at = self._levels.get(name, (float(self._allowance.burst), now))
        level = min(float(self._allowance.burst), level + (now - at) * self._allowance.per_second)
        short = level < 1
        self._levels[name] = (level if short else level - 1, now)
        self._levels.move_to_end(name)
        if len(self._levels) > self._most:
            self._levels.popitem(last=False)
        return math.ceil((1 - level) / self._allowance.per_second) if short else 0


def address_of(host: str) -> str | None:
    """Whom an address stands for: of IPv6, a whole network; None for this machine, which has no limits.

    What is no address, a socket's name perhaps, stands for itself.
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.is_loopback:
        return None
    if address.version == 6:
        return str(ipaddress.ip_network((host, 64), strict=False))
    return host
