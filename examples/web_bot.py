"""A bot that plays at a web table, with a token from the settings page of whoever it plays for.

    export SHOAL_TOKEN=shoal_…
    python examples/web_bot.py http://localhost:8000 --game penguins --against minnow
    python examples/web_bot.py "http://localhost:8000/tables/NAME?invited=SECRET"

The first sets a table up; the second sits down at one with the invitation that a friend sent. This bot takes any
step; write something better in `choose`.
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
    """One of the steps; `table["view"]` is all that the seat may know."""
    step: str = random.choice(table["steps"])["step"]
    return step


class House:
    """A server, for the holder of a token."""

    def __init__(self, address: str, token: str) -> None:
        self.address = address
        self.headers = {"Authorization": f"Bearer {token}"}

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """The answer. A refusal is an answer too: a problem, with the table as it is where that is of use."""
        content = json.dumps(body).encode() if body is not None else None
        headers = {**self.headers, "Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.address}/api{path}", content, headers)  # noqa: S310 - the caller's
        try:
            with urllib.request.urlopen(request) as answer:  # noqa: S310
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            return json.load(refusal)

    def play(self, table_id: str, seat: str) -> dict[str, Any]:
        """Play a seat to the end of the game; the table afterwards."""
        feed = f"{self.address.replace('http', 'ws', 1)}/api/tables/{table_id}/feed"
        with connect(feed, additional_headers=self.headers) as changes:
            seen = -1
            for change in changes:  # one at once, then one whenever something happens
                if int(json.loads(change)["mark"].partition(".")[0]) <= seen:
                    continue
                table: dict[str, Any] = self.ask(f"/tables/{table_id}?seat={seat}")
                while table["steps"] and seat in table["to_act"]:
                    body = {"seat": seat, "step": choose(table), "moment": table["moment"], "key": secrets.token_hex(8)}
                    answer = self.ask(f"/tables/{table_id}/steps", body)
                    table = answer.get("table", answer)  # of a refusal, too late perhaps, the table as it is now
                if table["over"]:
                    return table
                seen = table["version"]
        raise SystemExit("the server ended the feed")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address", help="a server, or an invitation to a table there")
    parser.add_argument("--game", default="penguins")
    parser.add_argument("--against", default="minnow", help="a bot of the server's")
    wishes = parser.parse_args()
    place = urlsplit(wishes.address)
    house = House(f"{place.scheme}://{place.netloc}", os.environ["SHOAL_TOKEN"])
    if invited := parse_qs(place.query).get("invited"):
        table_id = place.path.rpartition("/")[2]
        table = house.ask(f"/tables/{table_id}?invited={invited[0]}")
        seat = next(entry["seat"] for entry in table["seats"] if entry["kind"] == "open")
        body = {"seat": seat, "invitation": invited[0], "key": secrets.token_hex(8), "name": "Web bot"}
        table = house.ask(f"/tables/{table_id}/seats", body)
    else:
        seats = [{"kind": "me", "name": "Web bot"}, {"kind": "bot", "bot": wishes.against}]
        table = house.ask("/tables", {"game": wishes.game, "options": {"players": 2}, "seats": seats})
        seat = "A"
    if "id" not in table:
        raise SystemExit(f"{table['title']}: {table.get('detail', '')}")
    print(house.play(table["id"], seat)["result"]["words"])


if __name__ == "__main__":
    main()
