"""A bot for any game, with only the standard library: behind a pipe of `shoal`, or at the tables of a server.

    shoal arena penguins --bots "random,pipe:python examples/bot.py" --games 20
    SHOAL_TOKEN=shoal_… python examples/bot.py http://localhost:8000 penguins minnow
    SHOAL_TOKEN=shoal_… python examples/bot.py "http://localhost:8000/tables/NAME?invited=SECRET"

This one takes the step that comes first in the alphabet; write something better in `choose`."""

import json
import os
import sys
import time
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen


def choose(position: dict[str, Any]) -> str:
    """Pick one of the legal steps; `view` holds what the seat sees. The names are the same both ways."""
    return str(min(position["legal"]))


def answer_lines() -> None:
    for line in sys.stdin:
        if "action" not in (request := json.loads(line)):  # a request to cancel: the answer has been sent already
            print(json.dumps({"id": request["id"], "step": choose(request)}), flush=True)


def call(address: str, body: dict[str, Any] | None = None) -> Any:
    """What the server answers. A refused step comes with the current table."""
    headers = {"Authorization": f"Bearer {os.environ['SHOAL_TOKEN']}", "Content-Type": "application/json"}
    try:
        return json.load(urlopen(Request(address, json.dumps(body).encode() if body else None, headers)))  # noqa: S310
    except HTTPError as refusal:
        return (problem := json.load(refusal)).get("table") or sys.exit(f"{problem['title']}: {problem.get('detail')}")


def play_at_server(address: str, game: str = "penguins", against: str = "minnow") -> None:
    where = urlsplit(address)
    api = f"{where.scheme}://{where.netloc}/api/tables"
    if invitation := where.query.removeprefix("invited="):
        table = call(f"{api}/{where.path.rpartition('/')[2]}?{where.query}")
        seat = next(entry["seat"] for entry in table["seats"] if entry["kind"] == "open")
        table = call(f"{api}/{table['id']}/seats", {"seat": seat, "invitation": invitation, "key": os.urandom(8).hex()})
    else:
        seats = [{"kind": "me"}, {"kind": "bot", "bot": against}]
        table = call(api, {"game": game, "options": {"players": 2}, "seats": seats})
    while not table["over"]:
        if (seat := table["seat"]) in table["to_act"]:
            step = {"seat": seat, "step": choose(table), "moment": table["moment"], "key": os.urandom(8).hex()}
            table = call(f"{api}/{table['id']}/steps", step)
        else:
            time.sleep(0.2)
            table = call(f"{api}/{table['id']}?seat={seat}")
    print(table["result"]["words"])


play_at_server(*sys.argv[1:]) if len(sys.argv) > 1 else answer_lines()
