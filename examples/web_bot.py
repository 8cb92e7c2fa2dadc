"""A bot that plays at a web table, with a token from the settings page of the person it plays for.

    export SHOAL_TOKEN=shoal_…
    python examples/web_bot.py http://localhost:8000 --game penguins --against minnow
    python examples/web_bot.py "http://localhost:8000/tables/NAME?invited=SECRET"

The first command sets up a table; the second one joins a table with an invitation that a friend sent. This bot picks a
random step; write something better in `choose`.
"""

import argparse
import json
import os
import random
import secrets
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import parse_qs, urlsplit

from websockets.sync.client import connect


def choose(table: dict[str, Any]) -> str:
    """Pick one of the steps; `table["view"]` holds what the table displays to the seat."""
    step: str = random.choice(table["steps"])["step"]
    return step


class ApiClient:
    """Sends requests to a server, with a token."""

    def __init__(self, address: str, token: str) -> None:
        self.address = address
        self.headers = {"Authorization": f"Bearer {token}"}

    def request(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """The response. A refusal is a problem, which holds the current table if a step was refused."""
        content = json.dumps(body).encode() if body is not None else None
        headers = {**self.headers, "Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.address}/api{path}", content, headers)  # noqa: S310 - the caller's
        try:
            with urllib.request.urlopen(request) as answer:  # noqa: S310
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            return json.load(refusal)

    def play(self, table_id: str, seat: str) -> dict[str, Any]:
        """Play a seat to the end of the game and return the table."""
        feed = f"{self.address.replace('http', 'ws', 1)}/api/tables/{table_id}/feed"
        with connect(feed, additional_headers=self.headers) as changes:
            seen = -1
            for change in changes:  # one at once, then one after every event
                if int(json.loads(change)["mark"].partition(".")[0]) <= seen:
                    continue
                table: dict[str, Any] = self.request(f"/tables/{table_id}?seat={seat}")
                while table["steps"] and seat in table["to_act"]:
                    body = {"seat": seat, "step": choose(table), "moment": table["moment"], "key": secrets.token_hex(8)}
                    answer = self.request(f"/tables/{table_id}/steps", body)
                    table = answer.get("table", answer)  # a refused step, late perhaps, comes with the current table
                if table["over"]:
                    return table
                seen = table["version"]
        raise SystemExit("the server ended the feed")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address", help="the address of a server, or an invitation to a table there")
    parser.add_argument("--game", default="penguins")
    parser.add_argument("--against", default="minnow", help="a bot of the server")
    arguments = parser.parse_args()
    address = urlsplit(arguments.address)
    client = ApiClient(f"{address.scheme}://{address.netloc}", os.environ["SHOAL_TOKEN"])
    if invited := parse_qs(address.query).get("invited"):
        table_id = address.path.rpartition("/")[2]
        table = client.request(f"/tables/{table_id}?invited={invited[0]}")
        seat = next(entry["seat"] for entry in table["seats"] if entry["kind"] == "open")
        body = {"seat": seat, "invitation": invited[0], "key": secrets.token_hex(8), "name": "Web bot"}
        table = client.request(f"/tables/{table_id}/seats", body)
    else:
        seats = [{"kind": "me", "name": "Web bot"}, {"kind": "bot", "bot": arguments.against}]
        table = client.request("/tables", {"game": arguments.game, "options": {"players": 2}, "seats": seats})
        seat = "A"
    if "id" not in table:
        raise SystemExit(f"{table['title']}: {table.get('detail', '')}")
    print(client.play(table["id"], seat)["result"]["words"])


if __name__ == "__main__":
    main()
