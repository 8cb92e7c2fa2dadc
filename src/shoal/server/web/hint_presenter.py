"""A hint in words, as far as its seat has gone with it. Everything comes from what the table displays to the seat."""

import random

import msgspec

from shoal.core import Say, Seat
from shoal.server.tables.hints import TakenHint
from shoal.server.tables.snapshot import TableSnapshot

__all__ = ["HintPanel", "present_hint"]


class HintPanel(msgspec.Struct, frozen=True, kw_only=True):
    """A hint on its seat's page: what is empty is not told yet, or not found yet."""

    stage: int
    status: str
    #: Where to look.
    nudge: str = ""
    #: The step in notation, the tokens to press for it, and the sentence that tells it.
    step: str = ""
    tokens: str = ""
    told: str = ""
    #: What speaks for it, what it promises and how sure that is, the line, the next best step; sentence by sentence.
    reasons: tuple[str, ...] = ()


def present_hint(snapshot: TableSnapshot, seat: Seat, taken: TakenHint, say: Say) -> HintPanel:
    """The hint that a seat has taken, for its own person only."""
    hint = taken.hint
    if hint is None:
        return HintPanel(stage=taken.stage, status=taken.status)
    nudge = say(hint.nudge)
    if taken.stage == 1:
        return HintPanel(stage=1, status=taken.status, nudge=nudge)
    told, *reasons = hint.told
    step = snapshot.table.displayed(seat).imagine(random.Random(0)).parse(hint.best.step)
    return HintPanel(
        stage=taken.stage,
        status=taken.status,
        nudge=nudge,
        step=str(step),
        tokens=" ".join(step.tokens),
        told=say(told),
        reasons=tuple(map(say, reasons)) if taken.stage > 2 else (),
    )
