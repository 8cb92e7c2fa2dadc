"""Who has won: most fish, then most floes, then the win is shared (P19)."""

from shoal.core import Result, Seat, Text, msg, msgs, seat_name

__all__ = ["result_of"]


def result_of(scores: tuple[int, ...], floes: tuple[int, ...]) -> Result:
    """The result of a finished game, from the fish and the floes that each seat has taken."""
    caught = list(zip(scores, floes, strict=True))
    most = max(caught)
    winners = tuple(seat for seat, catch in enumerate(caught) if catch == most)
    return Result(scores, winners, _reason(scores, floes, winners))


def _reason(scores: tuple[int, ...], floes: tuple[int, ...], winners: tuple[Seat, ...]) -> Text:
    fish, ice = scores[winners[0]], floes[winners[0]]
    if len(winners) > 1:
        return msg(
            "seats {seats} share the win with {fish} fish and {floes} floes each",
            seats=", ".join(map(seat_name, winners)),
            fish=fish,
            floes=ice,
        )
    winner = seat_name(winners[0])
    if scores.count(fish) == 1:
        return msgs(
            "seat {seat} has the most fish: {count}", "seat {seat} has the most fish: {count}", fish, seat=winner
        )
    tied = ", ".join(seat_name(seat) for seat, score in enumerate(scores) if score == fish)
    return msg(
        "seats {seats} have {fish} fish each, and seat {seat} has the most floes: {floes}",
        seats=tied,
        fish=fish,
        seat=winner,
        floes=ice,
    )
