"""Headers that tell a browser what it may do with an answer. `app.py` adds them to every answer."""

from collections.abc import Mapping
from typing import Final

__all__ = ["security_headers"]

#: For a year after each answer, browsers ask for this name over TLS only. What holds for names below it is for the
#: owner of the domain to say, in the proxy.
_TLS_ONLY: Final = {"Strict-Transport-Security": "max-age=31536000"}
_HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def security_headers(*, tls: bool) -> Mapping[str, str]:
    """The headers of every answer of a server that visitors reach over TLS, or not."""
    return {**_HEADERS, **_TLS_ONLY} if tls else _HEADERS
