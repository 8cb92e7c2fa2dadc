"""The log says what happens, and does not say it a thousand times."""

import logging

from shoal.server.logs import RepeatFilter


def warning(text: str, *words: object) -> logging.LogRecord:
    return logging.LogRecord("asyncio", logging.ERROR, __file__, 1, text, words, None)


def test_a_repeated_warning_of_a_library_is_logged_once_and_then_counted() -> None:
    now = 100.0
    repeats = RepeatFilter(clock=lambda: now)
    assert repeats.filter(warning("no files: %s", "fd 1"))
    assert not any(repeats.filter(warning("no files: %s", f"fd {number}")) for number in range(1000))
    assert not repeats.filter(warning("no files: %s\nwith more about it", "fd 1"))
    assert repeats.filter(warning("another"))
    now += 61
    again = warning("no files: %s", "fd 7")
    assert repeats.filter(again)
    assert again.getMessage() == "no files: fd 7 (and 1001 times more since 61 s ago)"
    assert not repeats.filter(warning("no files: %s", "fd 8"))


def test_a_thousand_different_warnings_cost_little_memory() -> None:
    repeats = RepeatFilter(clock=lambda: 0.0)
    assert all(repeats.filter(warning(f"warning {number}")) for number in range(1000))
    assert len(repeats._seen) <= 200
