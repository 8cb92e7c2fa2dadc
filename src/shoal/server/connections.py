"""The connections of a server: how many there may be, and how long each may take to send and to read.

A connection needs an open file, and a process may open only so many. When there are no more, the connection that has
least to lose makes room: a request that is not all there, then one that waits for nothing, then one whose client does
not read. Answers under way and other feeds are never closed for that, and feeds leave a quarter of all connections to
requests. `protocols.py` says what happens on each connection.
"""

import asyncio
import contextlib
import enum
import socket
import struct
import sys
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from typing import Final

import msgspec
import structlog

__all__ = ["Connections", "Stage", "TimeLimits"]

#: `struct linger`: on, for 0 seconds.
_NO_LINGERING: Final = struct.pack("hh" if sys.platform == "win32" else "ii", 1, 0)
#: How long a connection is closed only if there is no other: a request and its answer are on their way for a moment.
_YOUNG_SECONDS: Final = 1.0
#: How many requests may be half here, because the server keeps the beginning of each (up to 256 kB) in its memory.
_MOST_BODIES: Final = 250
_SWEEP_SECONDS: Final = 1.0
#: How often the log may say that connections are short.
_COMPLAINT_SECONDS: Final = 60.0

_log = structlog.get_logger("shoal.connections")


class Stage(enum.Enum):
    """What a connection is doing; those that may be closed to make room come first, in this order."""

    SENDS_HEADERS = enum.auto()
    SENDS_BODY = enum.auto()
    IDLE = enum.auto()
    #: Its client has not read what was sent to it.
    UNREAD = enum.auto()
    ANSWERED = enum.auto()
    FEED = enum.auto()


_MAY_BE_CLOSED: Final = (Stage.SENDS_HEADERS, Stage.SENDS_BODY, Stage.IDLE, Stage.UNREAD)


class TimeLimits(msgspec.Struct, frozen=True, kw_only=True):
    """How many seconds a client has. The ASGI server itself closes idle connections."""

    #: For a request without its body, from its first byte; for the first one, from the connection.
    headers: float = 10.0
    #: For the rest of the request.
    body: float = 30.0
    #: For reading some of an answer: `slowest` bytes for each second.
    unread: float = 10.0
    slowest: int = 1024


class _OpenConnection:
    """One connection, in its present stage since a moment."""

    def __init__(self, address: str | None, since: float) -> None:
        self.address = address
        self.stage = Stage.SENDS_HEADERS
        self.since = since
        self.is_feed = False
        #: How many bytes were unread when it came to this stage.
        self.unread = 0


class Connections:
    """The open connections of one server. Each is known by its transport."""

    def __init__(
        self,
        most: int,
        *,
        most_of_address: int | None = None,
        address_of: Callable[[str], str | None] = lambda host: host,
        limits: TimeLimits | None = None,
    ) -> None:
        """`address_of` names whom a client host counts for, or None: then only `most` limits it."""
        self.most: Final = most
        self.most_feeds: Final = most * 3 // 4
        self._most_bodies: Final = min(most // 4, _MOST_BODIES)
        self._most_of_address = most_of_address if most_of_address is not None else max(1, most // 4)
        self._address_of = address_of
        limits = limits or TimeLimits()
        self._slowest = limits.slowest
        self._seconds: Final[Mapping[Stage, float]] = {
            Stage.SENDS_HEADERS: limits.headers,
            Stage.SENDS_BODY: limits.body,
            Stage.UNREAD: limits.unread,
        }
        self._open: dict[asyncio.Transport, _OpenConnection] = {}
        #: The connections in each stage that may be closed, the oldest first.
        self._stages: dict[Stage, OrderedDict[asyncio.Transport, None]] = {
            stage: OrderedDict() for stage in _MAY_BE_CLOSED
        }
        self._addresses: Counter[str] = Counter()
        self.feeds = 0
        #: How many connections were refused, closed to make room, and closed because they took too long.
        self.refused = self.displaced = self.timed_out = 0
        self._sweeping = False
        self._complained_at: float | None = None
        self._complained_of = 0

    @property
    def count(self) -> int:
        """How many connections are open."""
        return len(self._open)

    def admit(self, transport: asyncio.Transport, host: str) -> bool:
        """Count a new connection, unless there are too many; if need be, another one makes room for it."""
        address = self._address_of(host)
        if address is not None and self._addresses[address] >= self._most_of_address:
            self.refused += 1
            return False
        if len(self._open) >= self.most and not self._make_room():
            self.refused += 1
            return False
        loop = asyncio.get_running_loop()
        self._open[transport] = _OpenConnection(address, loop.time())
        self._stages[Stage.SENDS_HEADERS][transport] = None
        if address is not None:
            self._addresses[address] += 1
        if not self._sweeping:
            self._sweeping = True
            loop.call_later(_SWEEP_SECONDS, self._sweep)
        return True

    def admit_feed(self, transport: asyncio.Transport) -> bool:
        """Whether a connection may become a feed."""
        connection = self._open.get(transport)
        if connection is None or self.feeds >= self.most_feeds:
            self.refused += 1
            return False
        self.feeds += 1
        connection.is_feed = True
        self.enter(transport, Stage.FEED)
        return True

    def enter(self, transport: asyncio.Transport, stage: Stage) -> None:
        """Note what a connection is doing from now on."""
        connection = self._open.get(transport)
        if connection is None or connection.stage is stage:
            return
        if connection.stage in self._stages:
            del self._stages[connection.stage][transport]
        if stage in self._stages:
            self._stages[stage][transport] = None
        connection.stage = stage
        connection.since = asyncio.get_running_loop().time()
        connection.unread = transport.get_write_buffer_size()
        bodies = self._stages[Stage.SENDS_BODY]
        if len(bodies) > self._most_bodies:
            self.displaced += 1
            self._close(next(iter(bodies)))

    def discard(self, transport: asyncio.Transport) -> None:
        """Forget a connection that was closed, or is about to be."""
        connection = self._open.pop(transport, None)
        if connection is None:
            return
        if connection.stage in self._stages:
            del self._stages[connection.stage][transport]
        self.feeds -= connection.is_feed
        if connection.address is not None:
            self._addresses[connection.address] -= 1
            if self._addresses[connection.address] <= 0:
                del self._addresses[connection.address]

    def _close(self, transport: asyncio.Transport) -> None:
        """Close a connection at once, whatever is still to be sent on it."""
        self.discard(transport)
        # Otherwise, the system would go on offering the rest to the client; some refuse this if the client has left.
        with contextlib.suppress(OSError):
            transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGERING)
        transport.abort()

    def _make_room(self) -> bool:
        """Close the connection that has least to lose; whether there was one that may be closed."""
        oldest = [next(iter(waiting)) for waiting in self._stages.values() if waiting]
        if not oldest:
            return False
        now = asyncio.get_running_loop().time()
        self.displaced += 1
        self._close(next((transport for transport in oldest if not self._is_young(transport, now)), oldest[0]))
        return True

    def _is_young(self, transport: asyncio.Transport, now: float) -> bool:
        """Whether a client may still be about to send or to read the rest."""
        connection = self._open[transport]
        return connection.stage is not Stage.IDLE and now - connection.since < _YOUNG_SECONDS

    def _sweep(self) -> None:
        """Close what has taken too long, and look again later while any connection is open."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        for stage, seconds in self._seconds.items():
            waiting = self._stages[stage]
            while waiting and now - self._open[transport := next(iter(waiting))].since >= seconds:
                if stage is Stage.UNREAD and self._has_read_on(transport, now):
                    continue
                self.timed_out += 1
                self._close(transport)
        self._complain(now)
        self._sweeping = bool(self._open)
        if self._sweeping:
            loop.call_later(_SWEEP_SECONDS, self._sweep)

    def _has_read_on(self, transport: asyncio.Transport, now: float) -> bool:
        """Whether a client reads fast enough; if so, it gets the same time once more."""
        connection = self._open[transport]
        unread = transport.get_write_buffer_size()
        if connection.unread - unread < self._slowest * (now - connection.since):
            return False
        connection.since, connection.unread = now, unread
        self._stages[Stage.UNREAD].move_to_end(transport)
        return True

    def _complain(self, now: float) -> None:
        """Write to the log that connections are short: once, and then at most every minute, with the counts."""
        count = self.refused + self.displaced
        rested = self._complained_at is None or now - self._complained_at >= _COMPLAINT_SECONDS
        if count == self._complained_of or not rested:
            return
        self._complained_at, self._complained_of = now, count
        _log.warning(
            "connections are short",
            open=len(self._open),
            most=self.most,
            refused=self.refused,
            closed_to_make_room=self.displaced,
        )
