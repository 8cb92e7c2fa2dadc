"""The error of the differential tests, which play random games on the rules and on the kernels."""

__all__ = ["Difference"]


class Difference(Exception):
    """The rules and the kernels differ."""
