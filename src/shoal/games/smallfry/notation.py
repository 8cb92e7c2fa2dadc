"""Reading the notation of steps: there are few enough that each is looked up."""

from itertools import chain
from typing import Final

from shoal.core import NotationError, msg
from shoal.games.smallfry.steps import FLIP, LEAVE, ROBS, ROLLS, STOP, TAKES, TURN_UPS, FryStep

__all__ = ["parse_step"]

_ALL: Final[tuple[FryStep, ...]] = (FLIP, STOP, LEAVE, *chain(*ROBS), *ROLLS, *TURN_UPS, *TAKES)
_BY_NOTATION: Final = {str(step): step for step in _ALL}


def parse_step(text: str) -> FryStep:
    """Read one step's notation."""
    step = _BY_NOTATION.get(text)
    if step is None:
        raise NotationError(
            text, msg("a step such as flip, stop, rob B2, leave, =eel3, =octopus, =roll 2 or =take eel3")
        )
    return step
