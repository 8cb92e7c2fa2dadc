"""A table of a Shoal server at which an assistant has one seat: what the API displays to that seat is all there is."""

import random
import threading
from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import quote

import msgspec

from shoal.assistants.seated_table import GivenHint, TableProgress, with_letter
from shoal.assistants.server_api import ServerApi, read_invitation
from shoal.core import (
    HUMAN,
    Game,
    Record,
    Refusal,
    Say,
    Seat,
    State,
    Text,
    View,
    find_game,
    msg,
    parse_record,
    parse_seat,
    seat_name,
)
from shoal.core.judging import Effort

__all__ = ["JoinedTable"]

#: How long the coach of the server may take.
_HINT_SECONDS: Final = 120.0


class JoinedTable:
    """One game at a server. The server knows whose seat it is by the token, and shows no more than that seat's view."""

    def __init__(self, api: ServerApi, table: dict[str, Any], seat: str) -> None:
        #: The same table may be joined for several seats.
        self.id = f"{table['id']}-{seat}"
        self._name: str = table["id"]
        self.lock = threading.RLock()
        self._api = api
        self._path = f"/tables/{quote(self._name)}"
        self.game: Game = find_game(table["game"])
        self.options: Mapping[str, object] = table["options"]
        self._checked = self.game.options(self.options)
        self.seat: Seat = parse_seat(seat, len(table["seats"]))
        self._now = table
        self.refresh()

    @classmethod
    def sit_down(cls, api: ServerApi, invitation: str, seat: str, name: str) -> "JoinedTable":
        """Take a seat that is the person's already, or else an open one; `seat` may say which."""
        table, secret = read_invitation(invitation, api.address)
        path = f"/tables/{quote(table)}"
        now = api.get(f"{path}?invited={quote(secret)}" if secret else path)
        wanted = [each for each in now["seats"] if seat in ("", each["seat"])]
        own = next((each["seat"] for each in wanted if each["mine"]), None)
        if own is not None:
            return cls(api, now, own)
        free = next((each["seat"] for each in wanted if each["kind"] == "open"), None)
        if free is None:
            raise Refusal(msg("there is no free seat for you at this table"))
        body = {"seat": free, "invitation": secret, **({"name": name} if name else {})}
        return cls(api, api.post(f"{path}/seats", body), free)

    @property
    def names(self) -> Sequence[str]:
        return [each["name"] for each in self._now["seats"]]

    @property
    def players(self) -> Sequence[str]:
        own = seat_name(self.seat)
        return [HUMAN if each["seat"] == own else each["bot"] or each["name"] for each in self._now["seats"]]

    @property
    def over(self) -> bool:
        return bool(self._now["over"])

    @property
    def acting(self) -> bool:
        # While a seat is open, nobody may act, and the server offers no steps.
        return bool(self._now["steps"]) and seat_name(self.seat) in self._now["to_act"]

    @property
    def commitment(self) -> str:
        return str(self._now["commitment"])

    @property
    def hints_taken(self) -> int:
        return int(self._now["seats"][self.seat]["hints"])

    @property
    def displayed(self) -> View:
        return self.game.read_view(msgspec.json.encode(self._now["view"]), self._checked)

    @property
    def imagined(self) -> State:
        return self.displayed.imagine(random.Random(0))

    @property
    def log(self) -> Sequence[str]:
        return [each["step"] for each in self._now["log"]]

    def tell(self, number: int, seen: str) -> Text:
        """Who took the step, and its notation: the API tells no more."""
        taker = self._now["log"][number]["seat"]
        if taker == "=":
            return msg("{words}", words=seen)
        return msg("{name}: {words}", name=self.names[parse_seat(taker, len(self.names))], words=seen)

    def refresh(self) -> None:
        """Get the table as it is now."""
        self._now = self._api.get(f"{self._path}?seat={seat_name(self.seat)}")

    def play(self, step: str, progress: TableProgress) -> None:
        """Take a step. Nobody is waited for: see `wait`."""
        body = {"seat": seat_name(self.seat), "step": with_letter(self, step), "moment": self._now["moment"]}
        self._api.post(f"{self._path}/steps", body)
        self.refresh()

    def wait(self, seconds: float, progress: TableProgress) -> None:
        """Wait for the others."""
        for number, _ in enumerate(self._api.changes(self._name, seconds)):
            self.refresh()
            progress(number)
            if self.over or self.acting:
                return

    def nudge(self, say: Say, effort: Effort) -> str:
        """What the server's own coach says, where hints may be taken; it decides how much it looks into things."""
        return str(self._hint(1)["nudge"])

    def hint(self, say: Say, effort: Effort) -> GivenHint:
        """All that the server's own coach says."""
        found = self._hint(3)
        value = found["value"]
        return GivenHint(found["step"], value["chance"], value["points"], value["certainty"], found["reasons"])

    def _hint(self, stage: int) -> dict[str, Any]:
        body = {"seat": seat_name(self.seat), "stage": stage, "moment": self._now["moment"]}
        self._now = self._api.post(f"{self._path}/hint", body)
        if self._now["hint"]["status"] == "sought":
            for _ in self._api.changes(self._name, _HINT_SECONDS):
                self.refresh()
                if self._now["hint"] is None or self._now["hint"]["status"] != "sought":
                    break
        taken: dict[str, Any] | None = self._now["hint"]
        if taken is None or taken["status"] != "found":
            raise Refusal(msg("the coach has found no hint in time: ask again"))
        return taken

    def record(self) -> Record:
        """The record, which the server gives as soon as the seat may read all of it."""
        if not self.over:
            raise Refusal(msg("the game is not over: its record would tell what is hidden"))
        return parse_record(msgspec.json.encode(self._api.get(f"{self._path}/record")))

    def close(self) -> None:
        """Forget the table here; at the server it stays."""
