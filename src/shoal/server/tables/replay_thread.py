"""A thread that replays games, one at a time.

A long game takes hundreds of milliseconds to replay, during which the event loop would answer nobody.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

__all__ = ["ReplayThread"]

_P = ParamSpec("_P")
_T = TypeVar("_T")


class ReplayThread:
    """One thread: several would only take turns, and the event loop would wait for each of them."""

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="replay")

    async def run(self, work: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Do some work in the thread, after all that was asked for before it."""
        return await asyncio.get_running_loop().run_in_executor(self._executor, lambda: work(*args, **kwargs))

    def close(self) -> None:
        """Drop what has not begun."""
        self._executor.shutdown(wait=False, cancel_futures=True)
