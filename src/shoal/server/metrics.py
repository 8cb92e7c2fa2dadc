"""What a server counts about itself, for Prometheus, and the addresses that say how it is doing.

`/health` says that the process is up, `/ready` that its database answers too, `/metrics` gives the counts.
No label holds a table, a person or an address: only the patterns of routes, methods and statuses.
"""

import asyncio
import hmac
import ipaddress
import time
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from typing import Final

from litestar import Request, Response, get
from litestar.datastructures import State
from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from shoal.core import msg
from shoal.server.errors import NotYours
from shoal.server.tables.service import TableService
from shoal.store import StoreAway

__all__ = ["HANDLERS", "Metrics"]

#: From a LAN's fastest to what nobody waits for; the middle is where the aims of the server are.
_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_DATABASE_SECONDS: Final = 3.0
#: Written by proxies: whoever comes through one is not at this machine, whatever the connection says.
_FORWARDED: Final = ("forwarded", "x-forwarded-for", "x-real-ip", "via")


_GAUGES: Final[Mapping[str, str]] = {
    "tables": "Tables in memory",
    "feeds": "Open live feeds",
    "bots_waiting": "Bots that wait for a worker",
    "bots_thinking": "Bots that think",
}

#: When the request began that is being answered; what it starts beside itself must not look at this.
_began: ContextVar[float | None] = ContextVar("began", default=None)


class _Rooms(Collector):
    """Reads the hall when Prometheus asks, so that nothing has to be kept in step."""

    def __init__(self, hall: TableService) -> None:
        self._hall = hall

    def collect(self) -> Iterator[Metric]:
        counts = self._hall.occupancy()
        for name, text in _GAUGES.items():
            yield GaugeMetricFamily(f"shoal_{name}", text, value=counts[name])
        failures = self._hall.store.failures
        yield CounterMetricFamily(
            "shoal_store_errors", "Times that the database failed or could not be reached", value=failures
        )


class Metrics:
    """The counts of one server; each has its own, so that several can live in one process."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._requests = Counter(
            "shoal_requests", "Requests answered", ("route", "method", "status"), registry=self._registry
        )
        self._seconds = Histogram(
            "shoal_request_seconds", "From request to answer", ("route",), buckets=_SECONDS, registry=self._registry
        )
        self._steps = Histogram(
            "shoal_step_seconds",
            "From the request with somebody's step until it is committed and published",
            buckets=_SECONDS,
            registry=self._registry,
        )

    def watch(self, hall: TableService) -> None:
        """Count what happens in a hall too."""
        self._registry.register(_Rooms(hall))
        hall.on_step = self._published

    def begin(self) -> None:
        """A request has come; what follows in its context belongs to it."""
        _began.set(time.perf_counter())

    def answered(self, route: str, method: str, status: int, *, lasting: bool = False) -> float:
        """The request was answered; how many seconds it took. One that is `lasting` as long as it likes has no pace."""
        seconds = _seconds_since(_began.get())
        self._requests.labels(route, method, str(status)).inc()
        if not lasting:
            self._seconds.labels(route).observe(seconds)
        return seconds

    def _published(self) -> None:
        """A person's step is committed, and everybody was told of it."""
        self._steps.observe(_seconds_since(_began.get()))

    def text(self) -> bytes:
        """All counts, as Prometheus reads them."""
        return generate_latest(self._registry)


def _seconds_since(began: float | None) -> float:
    return 0.0 if began is None else time.perf_counter() - began


@get("/health", name="health", include_in_schema=False, opt={"quiet": True})
async def health() -> dict[str, str]:
    """Whether the process is up."""
    return {"status": "ok"}


@get("/ready", name="ready", include_in_schema=False, opt={"quiet": True})
async def ready(state: State) -> dict[str, str]:
    """Whether it can serve: its database answers. Otherwise 503."""
    try:
        async with asyncio.timeout(_DATABASE_SECONDS):
            await state.hall.store.ping()
    except TimeoutError as error:
        raise StoreAway(msg("the database does not answer")) from error
    return {"status": "ok"}


@get("/metrics", name="metrics", include_in_schema=False, opt={"quiet": True})
async def metrics(request: "Request[object, object, State]", state: State) -> Response[bytes]:
    """The counts, for whoever has the token; where none is set, for programs on this machine."""
    if not _may_read(request, state.metrics_token, behind_proxy=state.settings.secure_cookies):
        raise NotYours(msg("the metrics are for this machine, or for whoever has the token"))
    counts: Metrics = state.metrics
    return Response(counts.text(), media_type=CONTENT_TYPE_LATEST, headers={"Cache-Control": "no-store"})


def _may_read(request: "Request[object, object, State]", token: str | None, *, behind_proxy: bool) -> bool:
    if token is not None:
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        return hmac.compare_digest(given.encode(), token.encode())
    # Behind a proxy everybody seems to be on this machine.
    if behind_proxy or any(name in request.headers for name in _FORWARDED) or request.client is None:
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False


HANDLERS = [health, ready, metrics]
