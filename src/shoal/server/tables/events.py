"""The kinds of events at a table. An `Event` in the store has one of these kinds, under its stored name."""

from enum import StrEnum

__all__ = ["EventKind"]


class EventKind(StrEnum):
    """The kinds of events in a table's log. The stored names never change, for old logs have them."""

    #: A person took an open seat; `text` is the name they go by.
    SEAT_TAKEN = "sit"
    #: A seat took the step `text`, in notation. In older logs it may also replace the seat's sealed choice.
    STEP_TAKEN = "step"
    #: A seat replaced its sealed choice by the step `text`. Nobody else may learn of it.
    CHOICE_CHANGED = "change"
    #: A seat asked to take its last step back.
    UNDO_REQUESTED = "ask"
    UNDO_AGREED = "agree"
    UNDO_REFUSED = "refuse"
    #: All had agreed, so a seat's last step was taken back.
    UNDONE = "undo"
    #: A seat is willing to have the rest played (P22, in games with such a rule).
    FINISH_OFFERED = "settle"
    #: All were willing, so the rest was played.
    FINISHED = "finish"
    #: A seat is willing to have the odds shown; they are shown when all people are.
    ODDS_AGREED = "odds"
    #: A seat took a hint, or went on with it; `text` is how far: 1 for a nudge, 2 for the step, 3 for the reason. What
    #: the hint says is not stored: it follows from what the seat is shown.
    HINT_TAKEN = "hint"
    #: A person left their seat to the bot `text`.
    LEFT_TO_BOT = "bot"
    #: A seat ran out of time.
    FLAGGED = "flag"
    #: No server ran for `text` milliseconds, which are not held against those whose clocks ran.
    CLOCKS_HELD = "hold"
    #: The same people play again, at the table `text`.
    REMATCH_AGREED = "rematch"
