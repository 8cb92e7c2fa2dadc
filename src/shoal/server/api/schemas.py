"""What programs send and get. Seats are letters, times are milliseconds since the epoch."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

__all__ = [
    "ActBody",
    "BotEntry",
    "ClockWish",
    "GameEntry",
    "LogEntry",
    "Me",
    "OptionEntry",
    "Outcome",
    "ProblemEntry",
    "SeatEntry",
    "SeatWish",
    "SitBody",
    "StepBody",
    "StepEntry",
    "TableEntry",
    "TableNow",
    "TableWishBody",
]

SeatLetter = Annotated[str, Meta(pattern="^[A-Z]$", description="A seat: A, B, C, …")]
Key = Annotated[
    str,
    Meta(
        pattern="^[A-Za-z0-9_-]{8,64}$",
        description="Your own mark for this request: sent twice, it is done once, and answered alike.",
    ),
]
Name = Annotated[str, Meta(max_length=200)]
Secret = Annotated[str, Meta(max_length=200, description="What the invitation link holds behind `invited=`.")]


class SeatWish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who is to sit there: the asker, a friend with the invitation, or a bot."""

    kind: Literal["me", "screen", "friend", "bot"]
    name: Name = ""
    bot: Name = ""


class ClockWish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """So many seconds for each step, or for the game with an increment."""

    kind: Literal["move", "fischer"]
    seconds: Annotated[int, Meta(ge=1, le=30 * 24 * 3600)]
    increment: Annotated[int, Meta(ge=0, le=30 * 24 * 3600)] = 0
    #: What becomes of a seat out of time.
    late: Literal["bot", "out"] = "bot"


class TableWishBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new table. Seats not named are taken by the asker (the first) and the usual bot (the others)."""

    game: Name
    options: dict[str, object] = {}
    seats: Annotated[list[SeatWish], Meta(max_length=26)] = []
    clock: ClockWish | None = None
    public: bool = False


class SitBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Sit down on an open seat."""

    seat: SeatLetter
    invitation: Secret
    key: Key
    name: Name = ""


class StepBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A step of a seat, as an answer to the position of `moment`."""

    seat: SeatLetter
    step: Annotated[str, Meta(max_length=200, description="In notation: one of `steps` of the table.")]
    moment: Annotated[int, Meta(ge=0, le=10**9)]
    key: Key


class ActBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something else at the table."""

    kind: Literal["ask", "agree", "refuse", "settle", "odds", "bot", "rematch"]
    seat: SeatLetter
    key: Key
    #: With `bot`: who takes the seat over.
    bot: Name = ""


class Me(msgspec.Struct, frozen=True):
    """Who the asker is to this server: nobody, as long as they never did anything."""

    name: str
    known: bool


class OptionEntry(msgspec.Struct, frozen=True):
    """An option of a game, and the values it takes in words."""

    name: str
    label: str
    expected: str
    default: object


class BotEntry(msgspec.Struct, frozen=True):
    """A bot that plays a game."""

    name: str
    title: str


class GameEntry(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    name: str
    title: str
    blurb: str
    #: How many seats it can have.
    seats: list[int]
    options: list[OptionEntry]
    #: Weakest first.
    bots: list[BotEntry]


class TableEntry(msgspec.Struct, frozen=True):
    """A table in a list."""

    id: str
    game: str
    names: list[str]
    over: bool
    #: People whom everybody waits for.
    waiting: list[str]
    #: Seats of yours.
    mine: list[str]
    changed_at: int


class SeatEntry(msgspec.Struct, frozen=True):
    """One seat."""

    seat: str
    name: str
    kind: Literal["person", "bot", "open"]
    bot: str | None
    score: int
    to_act: bool
    #: Whether its choice is in, where several choose at once.
    sealed: bool
    mine: bool
    #: Whether it ran out of time and cannot win any more.
    left: bool
    #: Milliseconds on its clock, and whether it runs.
    clock: int | None
    running: bool


class StepEntry(msgspec.Struct, frozen=True):
    """A step that the seat may take: notation, the presses that pick it on a board, and what it does in words."""

    step: str
    tokens: list[str]
    words: str


class LogEntry(msgspec.Struct, frozen=True):
    """A step that was taken, as the asker saw it; `?` for what they may not know. The seat of chance is `=`."""

    number: int
    seat: str
    step: str


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended."""

    scores: list[int]
    winners: list[str]
    words: str


class TableNow(msgspec.Struct, frozen=True, kw_only=True):
    """A table as the asker may see it."""

    id: str
    game: str
    options: dict[str, object]
    #: Rises with everything that happens; a feed's `mark` begins with it.
    version: int
    #: What a step answers to: send it back with the step.
    moment: int
    over: bool
    #: The seat whose view this is; none for a spectator.
    viewer: str | None
    to_act: list[str]
    seats: list[SeatEntry]
    #: All that the viewer may know of the position; its shape is the game's own.
    view: dict[str, object]
    #: What the viewer may do now, all of it.
    steps: list[StepEntry]
    log: list[LogEntry]
    result: Outcome | None
    #: The SHA-256 of the seed of all that chance does; the seed is in the record when the game is over.
    commitment: str
    #: A seat that asks to take its last step back.
    asking: str | None
    may_undo: bool
    may_settle: bool
    rematch: str | None
    #: What lets a friend sit down; for those who sit there.
    invitation: str | None


class ProblemEntry(msgspec.Struct, frozen=True):
    """A kind of refusal."""

    type: str
    status: int
    title: str
