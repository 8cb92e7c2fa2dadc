"""Prometheus metrics and health checks of a server.

`/health` tells that the process is up, `/ready` that players can play, and `/metrics` returns the counts.
Labels hold only route patterns, methods and statuses, never a table, a person or an address.
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
from shoal.server.errors import NotPermitted
from shoal.server.tables.service import TableService
from shoal.store import Store, StoreUnavailable

__all__ = ["HANDLERS", "Metrics"]

#: Histogram buckets, from the fastest answer in a LAN to the longest that anyone waits for; densest around the targets.
_BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_DATABASE_TIMEOUT_SECONDS: Final = 3.0
#: Headers that proxies add. A request with one of them does not come from this machine, even if its connection does.
_PROXY_HEADERS: Final = ("forwarded", "x-forwarded-for", "x-real-ip", "via")


_GAUGES: Final[Mapping[str, str]] = {
    "tables": "Tables in memory",
    "feeds": "Open live feeds",
    "bots_waiting": "Bots waiting for a worker",
    "bots_thinking": "Bots thinking",
}

#: When the current request began. Background tasks inherit the value and must not use it.
_request_began: ContextVar[float | None] = ContextVar("request_began", default=None)


class _TableMetrics(Collector):
    """Reads the gauges from the table service whenever Prometheus asks, so that none can be out of date."""

    def __init__(self, tables: TableService) -> None:
        self._tables = tables

    def collect(self) -> Iterator[Metric]:
        counts = self._tables.occupancy()
        for name, text in _GAUGES.items():
            yield GaugeMetricFamily(f"shoal_{name}", text, value=counts[name])
        hurt = len(self._tables.store.damaged_tables)
        yield GaugeMetricFamily("shoal_tables_hurt", "Tables found damaged in the database", value=hurt)
        failures = self._tables.store.failures
        yield CounterMetricFamily(
            "shoal_store_errors", "How often the database failed or could not be reached", value=failures
        )


class Metrics:
    """The metrics of one server. Each server has its own registry, so that several can run in one process."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._requests = Counter(
            "shoal_requests", "Requests answered", ("route", "method", "status"), registry=self._registry
        )
        self._seconds = Histogram(
            "shoal_request_seconds", "From request to answer", ("route",), buckets=_BUCKETS, registry=self._registry
        )
        self._steps = Histogram(
            "shoal_step_seconds",
            "From the request with a step until the step is committed and published",
            buckets=_BUCKETS,
            registry=self._registry,
        )

    def observe_tables(self, tables: TableService) -> None:
        """Also count what happens at these tables."""
        self._registry.register(_TableMetrics(tables))
        tables.on_step = self._observe_step

    def begin_request(self) -> None:
        """Note the time; what follows in this context belongs to the request."""
        _request_began.set(time.perf_counter())

    def end_request(self, route: str, method: str, status: int, *, long_lived: bool = False) -> float:
        """Count the request and return how many seconds it took. The time of a `long_lived` one is not recorded."""
        seconds = _seconds_since(_request_began.get())
        self._requests.labels(route, method, str(status)).inc()
        if not long_lived:
            self._seconds.labels(route).observe(seconds)
        return seconds

    def _observe_step(self) -> None:
        """Record the time of a person's step, which was just committed and published."""
        self._steps.observe(_seconds_since(_request_began.get()))

    def text(self) -> bytes:
        """All metrics in the text format of Prometheus."""
        return generate_latest(self._registry)


def _seconds_since(began: float | None) -> float:
    return 0.0 if began is None else time.perf_counter() - began


@get("/health", name="health", include_in_schema=False, opt={"quiet": True})
async def health() -> dict[str, str]:
    """Tell that the process is up."""
    return {"status": "ok"}


@get("/ready", name="ready", include_in_schema=False, opt={"quiet": True})
async def ready(state: State) -> dict[str, object]:
    """Tell that players can play, as far as their tables are not damaged. Otherwise 503."""
    store: Store = state.tables.store
    try:
        async with asyncio.timeout(_DATABASE_TIMEOUT_SECONDS):
            await store.check_ready()
    except TimeoutError as error:
        raise StoreUnavailable(msg("the database does not answer")) from error
    hurt = len(store.damaged_tables)
    return {"status": "ok", "hurt_tables": hurt} if hurt else {"status": "ok"}


@get("/metrics", name="metrics", include_in_schema=False, opt={"quiet": True})
async def metrics(request: "Request[object, object, State]", state: State) -> Response[bytes]:
    """The metrics, for clients with the token; if none is set, for programs on this machine."""
    if not _may_read(request, state.metrics_token, behind_proxy=state.settings.secure_cookies):
        raise NotPermitted(msg("the metrics can be read only from this machine or with the token"))
    counts: Metrics = state.metrics
    return Response(counts.text(), media_type=CONTENT_TYPE_LATEST, headers={"Cache-Control": "no-store"})


def _may_read(request: "Request[object, object, State]", token: str | None, *, behind_proxy: bool) -> bool:
    if token is not None:
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        return hmac.compare_digest(given.encode(), token.encode())
    # Behind a proxy, every client seems to be on this machine.
    if behind_proxy or any(name in request.headers for name in _PROXY_HEADERS) or request.client is None:
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False


HANDLERS = [health, ready, metrics]
