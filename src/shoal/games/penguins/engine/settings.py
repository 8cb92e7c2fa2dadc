"""How well an engine plays: weaker ones see less, and judge what they see as well as they can."""

import msgspec

__all__ = ["Skill"]


class Skill(msgspec.Struct, frozen=True, kw_only=True):
    """What an engine can see. The defaults are all there is."""

    #: How many steps it looks ahead, at a table of two.
    depth: int = 99
    #: How many positions it looks at, at a larger table; 0 for no limit but the time.
    leaves: int = 0
    #: How many floes long a slide may be for it to be noticed, its own or anybody's.
    far: int = 7
    #: How many positions it looks at for the best walk of penguins that have ice to themselves.
    walk: int = 500
