"""Random names for tables, score sheets and form keys."""

import secrets

__all__ = ["new_id"]


def new_id() -> str:
    """Return a random name that cannot be guessed."""
    return secrets.token_urlsafe(9)
