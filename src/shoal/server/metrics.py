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
from shoal.server.coaching.coach import Coach
from shoal.server.coaching.reviews import Reviews
from shoal.server.connections import Connections
from shoal.server.errors import NotPermitted
from shoal.server.retention.rounds import Retention
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
    "bot_networks_waiting": "Client networks whose bots wait for a worker",
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
        yield GaugeMetricFamily(
            "shoal_processes", "Server processes on this database", value=self._tables.store.processes.count
        )
        steps, hurried = self._tables.bot_steps()
        yield CounterMetricFamily("shoal_bot_steps", "Steps that bots were asked for", value=steps)
        yield CounterMetricFamily("shoal_bot_steps_hurried", "Steps for which bots had less time", value=hurried)
        levels = self._tables.levels
        yield CounterMetricFamily(
            "shoal_bot_steps_stood_in", "Steps of simple bots for levels still compiled", value=levels.steps_stood_in
        )
        yield GaugeMetricFamily("shoal_levels_not_ready", "Levels still to be compiled or loaded", value=levels.count)
        hurt = len(self._tables.store.damaged_tables)
        yield GaugeMetricFamily("shoal_tables_hurt", "Tables found damaged in the database", value=hurt)
        failures = self._tables.store.failures
        yield CounterMetricFamily(
            "shoal_store_errors", "How often the database failed or could not be reached", value=failures
        )


class _CoachMetrics(Collector):
    """Reads what the coach does."""

    def __init__(self, coach: Coach, reviews: Reviews) -> None:
        self._coach = coach
        self._reviews = reviews

    def collect(self) -> Iterator[Metric]:
        yield CounterMetricFamily(
            "shoal_coach_answers", "Questions that the coach answered", value=self._coach.answered
        )
        yield GaugeMetricFamily("shoal_coach_waiting", "Questions that wait for the coach", value=self._coach.waiting)
        yield GaugeMetricFamily(
            "shoal_judges_not_ready", "Games whose judges are still to be loaded", value=self._coach.judges_to_load
        )
        yield GaugeMetricFamily("shoal_reviews_running", "Reviews being computed", value=self._reviews.running)


class _RetentionMetrics(Collector):
    """Reads what was deleted because it was out of date."""

    def __init__(self, retention: Retention) -> None:
        self._retention = retention

    def collect(self) -> Iterator[Metric]:
        deleted = CounterMetricFamily("shoal_retention_deleted", "Deleted because it was out of date", labels=["kind"])
        for kind, count in self._retention.deleted.items():
            deleted.add_metric([kind], count)
        yield deleted
        yield CounterMetricFamily(
            "shoal_retention_rounds", "Rounds in which what was out of date was deleted", value=self._retention.rounds
        )
        yield CounterMetricFamily(
            "shoal_retention_errors", "Rounds that could not be finished", value=self._retention.failures
        )


class _ConnectionMetrics(Collector):
    """Reads the numbers of connections whenever Prometheus asks."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def collect(self) -> Iterator[Metric]:
        yield GaugeMetricFamily("shoal_connections", "Open connections", value=self._connections.count)
        closed = CounterMetricFamily(
            "shoal_connections_closed", "Connections that the server closed, and why", labels=["reason"]
        )
        closed.add_metric(["refused"], self._connections.refused)
        closed.add_metric(["displaced"], self._connections.displaced)
        closed.add_metric(["timeout"], self._connections.timed_out)
        yield closed


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

    def observe_coach(self, coach: Coach, reviews: Reviews) -> None:
        """Also count what the coach does."""
        self._registry.register(_CoachMetrics(coach, reviews))

    def observe_retention(self, retention: Retention) -> None:
        """Also count what this process deletes because it is out of date."""
        self._registry.register(_RetentionMetrics(retention))

    def observe_connections(self, connections: Connections) -> None:
        """Also count these connections."""
        self._registry.register(_ConnectionMetrics(connections))

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
