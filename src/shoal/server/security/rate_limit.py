"""Rate limits for each person and each client address, as token buckets.

Each request takes a token from its buckets, and time refills them. Normal play never comes near the limits. Memory is
bounded: the bucket that was unused for longest is forgotten first.
"""

import ipaddress
import math
from collections import OrderedDict
from typing import Final

import msgspec

__all__ = ["RateLimit", "RateLimits", "TokenBuckets", "bucket_name"]


class RateLimit(msgspec.Struct, frozen=True):
    """The limit of one bucket: its capacity, and how many tokens a second refill it."""

    burst: int
    per_second: float


class RateLimits(msgspec.Struct, frozen=True, kw_only=True):
    """All limits of a server. Addresses get more than people, because a club may share one."""

    person: RateLimit = RateLimit(200, 40)
    address: RateLimit = RateLimit(1000, 200)
    #: Requests that create tables and sheets, which are stored permanently.
    person_creates: RateLimit = RateLimit(120, 1)
    address_creates: RateLimit = RateLimit(600, 5)
    #: The same by those who have no cookie or token, of one address. Browsers have one before they send the first form.
    stranger_creates: RateLimit = RateLimit(60, 0.2)
    #: Visits of recovery links, by address. A link cannot be guessed, but one person does not need many tries either.
    guesses: RateLimit = RateLimit(30, 0.5)
    #: Live feeds that are open at the same time.
    person_feeds: int = 60
    address_feeds: int = 1200
    #: How many buckets of each sort are kept in memory.
    most_buckets: int = 20_000


class TokenBuckets:
    """One token bucket for each name, all with the same limit."""

    def __init__(self, allowance: RateLimit, most: int) -> None:
        self._allowance = allowance
        self._most: Final = most
        #: The tokens of each bucket, and when they were counted.
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._levels)

    def take(self, name: str, now: float) -> float:
        """Take a token and return 0; if there is none, return the seconds until the next one."""
        level, at = self._levels.get(name, (float(self._allowance.burst), now))
        level = min(float(self._allowance.burst), level + (now - at) * self._allowance.per_second)
        empty = level < 1
        self._levels[name] = (level if empty else level - 1, now)
        self._levels.move_to_end(name)
        if len(self._levels) > self._most:
            self._levels.popitem(last=False)
        return math.ceil((1 - level) / self._allowance.per_second) if empty else 0


def bucket_name(host: str) -> str | None:
    """The bucket for a client address: its /64 network for IPv6; None for this machine, which has no limits.

    A host that is no IP address, such as the name of a socket, is a bucket of its own.
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
