"""Rate limits for each person and each client address, as token buckets.

Each request takes a token from its buckets, and time refills them. Normal play never comes near the limits. Memory is
bounded: the bucket that was unused for longest is forgotten first. Each process of a server has its own buckets, so it
allows its share of each limit only.
"""

import ipaddress
import math
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

__all__ = ["Network", "RateLimit", "RateLimits", "TokenBuckets", "bucket_name", "networks_of", "share_of"]

#: Providers hand out a /64, a /56 or a /48 to a customer, and have a /32 themselves.
_IPV6_NETWORKS: Final = ((64, 1), (48, 4), (32, 16))
_DAY: Final = 24 * 3600
#: The least that a process allows of each limit: enough for one person whom the proxy always sends to one process.
_SMALLEST_SHARE: Final = 0.25


class Network(NamedTuple):
    """A network that a client address belongs to: the name of its bucket, and how many times the limit it gets."""

    name: str
    times: int


def share_of(processes: int) -> float:
    """The share of each limit that one of so many processes allows."""
    return max(1 / processes, _SMALLEST_SHARE)


def _whole() -> float:
    return 1.0


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
    #: Tables that begin with moves: opened records, and positions to go on from. Each is stored with all its moves.
    address_openings: RateLimit = RateLimit(200, 200 / _DAY)
    #: The same by those who have no cookie or token, of one address. Browsers have one before they send the first form.
    stranger_creates: RateLimit = RateLimit(60, 0.2)
    #: Presses for a hint; three of them make one, which keeps the coach busy for seconds.
    person_hints: RateLimit = RateLimit(60, 0.5)
    address_hints: RateLimit = RateLimit(300, 2.5)
    #: Positions on analysis boards, by hundreds of steps that are replayed.
    address_replays: RateLimit = RateLimit(300, 20)
    #: Reviews of whole games, which take the coach up to a minute each.
    person_reviews: RateLimit = RateLimit(30, 60 / 3600)
    address_reviews: RateLimit = RateLimit(120, 240 / 3600)
    #: Visits of recovery links, by address. A link cannot be guessed, but one person does not need many tries either.
    guesses: RateLimit = RateLimit(30, 0.5)
    #: Live feeds that are open at the same time.
    person_feeds: int = 60
    address_feeds: int = 1200
    #: How many buckets of each sort are kept in memory.
    most_buckets: int = 20_000

    def within(self, feeds: int) -> "RateLimits":
        """The same limits for a server that can have so many feeds: an address may have a quarter of them."""
        return replace(self, address_feeds=min(self.address_feeds, max(1, feeds // 4)))


class TokenBuckets:
    """One token bucket for each name, all with the same limit: the share that this process now has of it."""

    def __init__(self, allowance: RateLimit, most: int, share: Callable[[], float] = _whole) -> None:
        self._allowance: Final = allowance
        self._share = share
        self._most: Final = most
        #: The tokens of each bucket, and when they were counted.
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._levels)

    def take(self, name: str, now: float, times: int = 1) -> float:
        """Take a token and return 0; if there is none, return the seconds until the next one.

        The bucket has so many `times` the limit.
        """
        share = self._share() * times
        burst, per_second = float(max(1, int(self._allowance.burst * share))), self._allowance.per_second * share
        level, at = self._levels.get(name, (burst, now))
        level = min(burst, level + (now - at) * per_second)
        empty = level < 1
        self._levels[name] = (level if empty else level - 1, now)
        self._levels.move_to_end(name)
        if len(self._levels) > self._most:
            self._levels.popitem(last=False)
        return math.ceil((1 - level) / per_second) if empty else 0

    def take_each(self, networks: Sequence[Network], now: float) -> float:
        """Take a token for each of these networks, as `take` does; none for a network around one that has none left,
        so that a single visitor cannot use up what others have."""
        return next((wait for network in networks if (wait := self.take(network.name, now, network.times))), 0)


def networks_of(host: str) -> tuple[Network, ...]:
    """The networks of a client address, narrowest first: for IPv6 its /64, which one visitor may have for themselves,
    and the wider ones, out of which one visitor may have many. Empty for this machine, which has no limits.

    A host that is no IP address, such as the name of a socket, is a network of its own.
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return (Network(host, 1),)
    if isinstance(address, ipaddress.IPv6Address):
        address = address.ipv4_mapped or address
    if address.is_loopback:
        return ()
    if isinstance(address, ipaddress.IPv4Address):
        return (Network(str(address), 1),)
    return tuple(
        Network(str(ipaddress.ip_network((int(address), bits), strict=False)), times) for bits, times in _IPV6_NETWORKS
    )


def bucket_name(host: str) -> str | None:
    """The narrowest network of a client address, which stands for one visitor; None for this machine."""
    return next((network.name for network in networks_of(host)), None)
