"""A Shoal server as its documented API (docs/api.md) offers it to a program that has a person's token."""

import json
import secrets
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs, quote, urlsplit

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from shoal.core import Refusal, ShoalError, msg

__all__ = ["ServerApi", "TableLink", "read_invitation"]

_TIMEOUT: Final = 30.0


class TableLink(NamedTuple):
    """The end of a link to a table: its name, and the secret that lets somebody sit down."""

    table: str
    secret: str


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Refuses to be sent elsewhere, because the token would go along."""

    def redirect_request(self, *_: object) -> None:
        return None


class ServerApi:
    """Sends requests in the name of the person whose token it has."""

    def __init__(self, address: str, token: str, language: str) -> None:
        if urlsplit(address).scheme not in ("http", "https"):
            raise ShoalError(msg("{address}: expected the http(s) address of a server", address=address))
        self.address = address.rstrip("/")
        self._authorization = {"Authorization": f"Bearer {token}"}
        self._language = {"Accept-Language": language}

    def get(self, path: str) -> Any:
        """What is at an address below `/api`."""
        return self._request(path, None)

    def post(self, path: str, body: dict[str, object]) -> Any:
        """What the server answers to a request, which it does once."""
        return self._request(path, json.dumps({**body, "key": secrets.token_hex(8)}).encode())

    def changes(self, table: str, seconds: float) -> Iterator[None]:
        """Yields at once and then whenever what may be seen of a table has changed, for so long."""
        end = time.monotonic() + seconds
        feed = f"ws{self.address.removeprefix('http')}/api/tables/{quote(table)}/feed"
        try:
            with connect(feed, additional_headers=self._authorization, open_timeout=_TIMEOUT) as marks:
                while (left := end - time.monotonic()) > 0:
                    marks.recv(timeout=left)
                    yield
        except TimeoutError:
            return
        except (OSError, WebSocketException) as error:
            raise self._unreachable(str(error)) from None

    def _request(self, path: str, content: bytes | None) -> Any:
        headers = {**self._authorization, **self._language, "Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.address}/api{path}", content, headers)  # noqa: S310 - http or https
        try:
            with _OPENER.open(request, timeout=_TIMEOUT) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            raise Refusal(msg("{words}", words=_problem(refusal))) from None
        except OSError as error:
            raise self._unreachable(str(error)) from None

    def _unreachable(self, reason: str) -> ShoalError:
        return ShoalError(msg("cannot reach {address}: {reason}", address=self.address, reason=reason))


_OPENER: Final = urllib.request.build_opener(_NoRedirect)


def read_invitation(text: str, address: str) -> TableLink:
    """The invitation in a link to a table of this server, or the bare name of a table."""
    link = urlsplit(text)
    table = link.path.rpartition("/")[2]
    if (link.netloc and link.netloc != urlsplit(address).netloc) or not table:
        raise ShoalError(msg("found {text}, expected a link to a table of {address}", text=text, address=address))
    return TableLink(table, parse_qs(link.query).get("invited", [""])[0])


def _problem(refusal: urllib.error.HTTPError) -> str:
    """Why the server refused, in its own words."""
    try:
        problem = json.load(refusal)
        return str(problem.get("detail") or problem["title"])
    except (ValueError, KeyError, AttributeError):
        return f"{refusal.code} {refusal.reason}"
