"""The time as the server writes it down."""

import time

__all__ = ["now"]


def now() -> int:
    """Return the milliseconds since the epoch."""
    return time.time_ns() // 1_000_000
