"""Structured logs on standard error: lines for people at a terminal, JSON otherwise. No names, cookies or seeds."""

import logging
import sys

import structlog

__all__ = ["set_up_logs"]


def set_up_logs() -> None:
    """Set them up for this process."""
    at_terminal = sys.stderr.isatty()
    show: structlog.typing.Processor = (
        structlog.dev.ConsoleRenderer() if at_terminal else structlog.processors.JSONRenderer()
    )
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info if not at_terminal else structlog.processors.StackInfoRenderer(),
            show,
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(name)s: %(message)s")
