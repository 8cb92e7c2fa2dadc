"""Keeping time: a search runs on a thread of its own and is stopped when its limit says so."""

import threading
from collections.abc import Callable
from contextvars import copy_context
from typing import Final

from shoal.core.search_limits import SearchLimit

__all__ = ["run_within"]

#: How often, in seconds, to look whether the search was stopped.
_TICK: Final = 0.01


def run_within(
    limit: SearchLimit, run: Callable[[], None], stop: Callable[[], None], report: Callable[[], None]
) -> None:
    """Run a search until it ends or the limit does; `report` is called now and then meanwhile."""
    ended = threading.Event()
    failures: list[BaseException] = []

    def search() -> None:
        try:
            run()
        except BaseException as failure:  # noqa: BLE001 - raised again by the thread that waits
            failures.append(failure)
        finally:
            ended.set()

    threading.Thread(target=copy_context().run, args=(search,), daemon=True).start()
    while not ended.wait(min(limit.left, _TICK)):
        if limit.left:
            report()
        else:
            stop()
            ended.wait()
    if failures:
        raise failures[0]
