"""Request and response bodies of the API. Seats are letters; times are milliseconds since the epoch."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

__all__ = [
    "ActBody",
    "BotEntry",
    "ClockWish",
    "DesignEntry",
    "GameEntry",
    "HintBody",
    "HintEntry",
    "HintValue",
    "LogEntry",
    "Me",
    "OptionEntry",
    "Outcome",
    "OwnDesign",
    "OwnEvent",
    "OwnPad",
    "OwnPerson",
    "OwnTable",
    "OwnToken",
    "PersonalData",
    "ProblemEntry",
    "ReviewNow",
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
        description="A key that you choose for this request. Sent again with the same key, it is done only once.",
    ),
]
Name = Annotated[str, Meta(max_length=200)]
Secret = Annotated[str, Meta(max_length=200, description="The secret in the invitation link, after `invited=`.")]


class SeatWish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who takes the seat: you (`me`, `screen`), a friend with the invitation, or a bot."""

    kind: Literal["me", "screen", "friend", "bot"]
    name: Name = ""
    bot: Name = ""
    #: One of the game's colours; whoever chooses none gets the first that is left.
    colour: Name = ""


class ClockWish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The time in seconds: for each step (`move`), or for the whole game with an increment (`fischer`)."""

    kind: Literal["move", "fischer"]
    seconds: Annotated[int, Meta(ge=1, le=30 * 24 * 3600)]
    increment: Annotated[int, Meta(ge=0, le=30 * 24 * 3600)] = 0
    #: What happens to a seat that runs out of time.
    late: Literal["bot", "out"] = "bot"


class TableWishBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new table. If seats are left out, you are the first player, and the usual bot plays for the others."""

    game: Name
    options: dict[str, object] = {}
    #: The players in clockwise order.
    seats: Annotated[list[SeatWish], Meta(max_length=26)] = []
    #: Which of `seats` begins, counted from 0, and so gets seat A; or `lot`: lots are drawn from the seed.
    begins: Annotated[int, Meta(ge=0, le=25)] | Literal["lot"] = 0
    clock: ClockWish | None = None
    public: bool = False
    #: Whether hints may be taken; null: only where all the people at the table are one.
    hints: bool | None = None
    design: Annotated[
        str,
        Meta(
            pattern="^[A-Za-z0-9_-]{0,64}$",
            description="A design, such as a deck: one of yours by its id, or anybody's by the end of the link that "
            "shares it. The table keeps its text in the game's option; give that instead, if you have it.",
        ),
    ] = ""


class SitBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take an open seat."""

    seat: SeatLetter
    invitation: Secret
    key: Key
    name: Name = ""


class StepBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A step of a seat, made for the position with the number `moment`."""

    seat: SeatLetter
    step: Annotated[str, Meta(max_length=200, description="In notation: one of the table's `steps`.")]
    moment: Annotated[int, Meta(ge=0, le=10**9)]
    key: Key


class ActBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Any other command at the table."""

    kind: Literal["ask", "agree", "refuse", "settle", "odds", "bot", "rematch"]
    seat: SeatLetter
    key: Key
    #: For the kind `bot`: the bot that takes over the seat.
    bot: Name = ""


class HintBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take a hint about the position with the number `moment`."""

    seat: SeatLetter
    stage: Annotated[int, Meta(ge=1, le=3, description="1 for a nudge, 2 for the step, 3 for the reason as well.")]
    moment: Annotated[int, Meta(ge=0, le=10**9)]
    key: Key


class Me(msgspec.Struct, frozen=True):
    """The person who sent the request; `known` is false for a visitor without a cookie or token."""

    name: str
    known: bool


class OptionEntry(msgspec.Struct, frozen=True):
    """An option of a game; `expected` says in words which values it takes."""

    name: str
    label: str
    expected: str
    default: object


class DesignEntry(msgspec.Struct, frozen=True):
    """A design of yours for a game, such as a deck."""

    id: str
    game: str
    title: str
    #: Whether it was ever complete, so that it can be used.
    usable: bool
    changed_at: int


class BotEntry(msgspec.Struct, frozen=True):
    """A bot that plays a game."""

    name: str
    title: str


class GameEntry(msgspec.Struct, frozen=True):
    """A game that the server offers."""

    name: str
    title: str
    blurb: str
    #: The possible numbers of seats.
    seats: list[int]
    options: list[OptionEntry]
    #: Two that play any game, then the game's own, weakest first.
    bots: list[BotEntry]
    #: The colours that players may choose, those of the first seats first; none in most games.
    colours: list[str]


class TableEntry(msgspec.Struct, frozen=True):
    """A table in a list."""

    id: str
    game: str
    names: list[str]
    over: bool
    #: The seats whose turn it is, if people sit there.
    waiting: list[str]
    #: Your seats.
    mine: list[str]
    changed_at: int


class SeatEntry(msgspec.Struct, frozen=True):
    """One seat."""

    seat: str
    name: str
    #: The colour of the seat, where the game has colours to choose.
    colour: str | None
    kind: Literal["person", "bot", "open"]
    bot: str | None
    score: int
    to_act: bool
    #: Whether it has made its sealed choice, where several seats choose at once.
    sealed: bool
    mine: bool
    #: Whether it ran out of time and can no longer win.
    left: bool
    #: The milliseconds left on its clock, and whether the clock runs.
    clock: int | None
    running: bool
    #: About how many positions it has taken a hint.
    hints: int


class StepEntry(msgspec.Struct, frozen=True):
    """A legal step: its notation, the tokens to press on a board, and what it does in words."""

    step: str
    tokens: list[str]
    words: str


class HintEntry(msgspec.Struct, frozen=True, kw_only=True):
    """The hint that the seat has taken about this position. Only its own person gets it."""

    #: 1: the nudge, 2: the step too, 3: all.
    stage: int
    #: `sought` until the coach has found it, which the feed tells; if it has `failed`, take the hint again.
    status: Literal["found", "sought", "failed"]
    #: Where to look, in words.
    nudge: str
    #: The step in notation; null until it is told.
    step: str | None
    #: What speaks for it, what it promises, and the next best step, sentence by sentence.
    reasons: list[str]
    value: "HintValue | None"
    #: The line that is expected, in notation, this step first.
    line: list[str]
    next_best: str | None


class HintValue(msgspec.Struct, frozen=True):
    """What the seat may expect after the step of a hint."""

    #: From 0 to 1; a shared win counts as a part.
    chance: float
    points: float
    #: `proved` to the end of the game, `exact` over all that chance may do, or `estimated`.
    certainty: Literal["proved", "exact", "estimated"]
    #: How far the chance may be off: half of a 95 % interval.
    error: float


class LogEntry(msgspec.Struct, frozen=True):
    """A step that was taken, as you saw it: `?` stands for what you may not know. The seat of chance is `=`."""

    number: int
    seat: str
    step: str


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended."""

    scores: list[int]
    winners: list[str]
    words: str


class TableNow(msgspec.Struct, frozen=True, kw_only=True):
    """A table as you may see it."""

    id: str
    game: str
    options: dict[str, object]
    #: Rises with every event that everybody may know of; the `mark` that a feed sends begins with it.
    version: int
    #: The number of the position: send it back with your step.
    moment: int
    over: bool
    #: The seat whose view this is; null for a spectator.
    viewer: str | None
    to_act: list[str]
    seats: list[SeatEntry]
    #: The position as the table displays it to the viewer, in a shape that the game defines.
    view: dict[str, object]
    #: All legal steps of the viewer.
    steps: list[StepEntry]
    #: The same as `viewer`. With `scores`, `legal` and `time_ms`, a table has what a bot behind a pipe is sent, under
    #: the same names.
    seat: str | None
    #: By seat: the scores as far as the viewer may know them.
    scores: list[int]
    #: `step` of each of the `steps`.
    legal: list[str]
    #: How much time is left on the viewer's clock, in milliseconds; null without a clock.
    time_ms: int | None
    log: list[LogEntry]
    result: Outcome | None
    #: The SHA-256 of the seed of all chance; the record reveals the seed when the game is over.
    commitment: str
    #: Where lots were drawn for who begins: how many players were named before the one who got seat A.
    lot: int | None
    #: The seat that asks to take its last step back.
    asking: str | None
    #: Whether hints may be taken at this table.
    hints: bool
    #: The hint that your seat has taken about this position.
    hint: HintEntry | None
    may_undo: bool
    may_settle: bool
    rematch: str | None
    #: Whether the bots think for less time than usual, because the server has much to do.
    hurried: bool
    #: Whether a simple bot plays for a level that this machine is still compiling.
    stood_in: bool
    #: The secret that lets a friend sit down; only players get it.
    invitation: str | None


class ReviewNow(msgspec.Struct, frozen=True, kw_only=True):
    """The review of a finished game, as far as it is computed."""

    #: `none` until somebody asks for it.
    state: Literal["none", "computing", "whole", "failed"]
    #: How long the coach looks at each step.
    effort: Literal["quick", "usual", "deep"] | None = None
    #: How many steps are judged, and how many there are.
    done: int = 0
    total: int = 0
    #: As `shoal analyze --json` prints it; null until the first position is judged.
    review: dict[str, object] | None = None
    #: Skill and luck, seat by seat, of the steps that are judged.
    ledger: list[dict[str, object]] = []


class ProblemEntry(msgspec.Struct, frozen=True):
    """A kind of problem that a request can be refused with."""

    type: str
    status: int
    title: str


class OwnPerson(msgspec.Struct, frozen=True):
    """What is stored of a person."""

    name: str
    settings: dict[str, str]
    made_at: int
    #: When they were last here, give or take a day.
    seen_at: int


class OwnToken(msgspec.Struct, frozen=True):
    """A token or personal link; its secret is not stored."""

    kind: Literal["token", "link"]
    name: str
    made_at: int


class OwnPad(msgspec.Struct, frozen=True):
    """A score sheet, as the game stores it (Base64)."""

    id: str
    game: str
    sheet: bytes
    changed_at: int


class OwnDesign(msgspec.Struct, frozen=True):
    """Something of your own for a game, such as a deck."""

    id: str
    game: str
    title: str
    #: As it was when it was last whole; empty if it never was.
    text: str
    #: As it is worked on, as the game stores it (Base64).
    sheet: bytes
    changed_at: int
    #: The end of the link that shares it; null while it is not shared.
    shared: str | None = None


class OwnPuzzles(msgspec.Struct, frozen=True):
    """What a person has done with puzzles."""

    #: As the server keeps it: answers by puzzle, the streak of daily puzzles, runs against the clock.
    progress: dict[str, object]
    changed_at: int


class OwnEvent(msgspec.Struct, frozen=True):
    """What a person did at a table: a step, taking a seat under a name, and so on."""

    at: int
    kind: str
    seat: str | None
    text: str


class OwnTable(msgspec.Struct, frozen=True):
    """A table that a person made, sits at or sat at, as far as they may see it; the record as soon as they may."""

    id: str
    done: list[OwnEvent]
    table: TableNow | None = None
    record: dict[str, object] | None = None


class PersonalData(msgspec.Struct, frozen=True):
    """All that is stored of a person."""

    person: OwnPerson
    tokens: list[OwnToken]
    pads: list[OwnPad]
    designs: list[OwnDesign]
    puzzles: OwnPuzzles | None
    tables: list[OwnTable]
