"""The game's own words for the coach: what to think about, the odds behind a step, and what a card or a roll did."""

from collections.abc import Sequence
from fractions import Fraction

from shoal.core import Step, Text, msg, msgs, seat_name
from shoal.games.smallfry.cards import CARDS, OCTOPUS, same_species
from shoal.games.smallfry.hidden_cards import HIDDEN
from shoal.games.smallfry.page.odds import FACES, next_card_odds, rolls_that_bring
from shoal.games.smallfry.scoring import worth
from shoal.games.smallfry.state import State
from shoal.games.smallfry.steps import Flip, Leave, Rob, Roll, Stop, TurnUp
from shoal.games.smallfry.view import View

__all__ = ["consequence", "nudge", "reasons"]


def reasons(view: View, step: Step) -> list[Text]:
    """The exact odds of the next card, or of the die; none of cards that the table hides."""
    if isinstance(step, Rob):
        return [_roll_odds(step.number)]
    if not isinstance(step, Flip | Stop) or not view.row or HIDDEN in view.deck:
        return []
    return [_next_card(bytes(CARDS[name] for name in view.row), bytes(CARDS[name] for name in view.deck))]


def nudge(view: View, step: Step) -> Text:
    """What to weigh; of going on and stopping, where one word would give the step away, the same for both."""
    match step:
        case Rob(victim):
            return msg(
                "Look at the cards of seat {victim}: how many is the die likely to bring?", victim=seat_name(victim)
            )
        case Leave():
            return msg("What could the die take from you?")
    if HIDDEN in view.deck:
        return msg("What has gone by, and so is not in the deck any more?")
    return msg("What may the next card cost, what may it bring, and how likely is either?")


def consequence(states: Sequence[State], number: int, better: Step | None, names: Sequence[str]) -> Text | None:
    """What a step of chance took from somebody; for a player's step, the odds that they faced."""
    state, after = states[number], states[number + 1]
    if better is not None:
        if state.phase == "choice":
            return _next_card(state.row, state.deck)
        return _roll_odds(better.number) if isinstance(better, Rob) else None
    if state.phase == "card":
        return _lost(state, after, names)
    if state.phase == "roll" and after.shown_turn is not None:
        return _rolled(state, after.shown_turn.steps[-1], names)
    return None


def _next_card(row: bytes, deck: bytes) -> Text:
    odds = next_card_odds(row, deck)
    return msg(
        "The next card: new with {new}, a double with {double}, the octopus with {octopus}.",
        new=_percent(odds.new),
        double=_percent(odds.double),
        octopus=_percent(odds.octopus),
    )


def _roll_odds(number: int) -> Text:
    return msgs(
        "The die brings {count} card with {chance}.",
        "The die brings {count} cards with {chance}.",
        number,
        chance=_percent(Fraction(rolls_that_bring(number), FACES)),
    )


def _lost(state: State, after: State, names: Sequence[str]) -> Text | None:
    """The cards of the row that the card turned up took away (S7, S8)."""
    step = state.parse(after.shown_turn.steps[-1]) if after.shown_turn is not None else None
    if not isinstance(step, TurnUp):
        return None
    kept = 0 if step.card == OCTOPUS else same_species(state.row, step.card)
    if kept < 0 or kept == len(state.row):
        return None
    catch = state.catches[state.turn]
    points = worth(catch + state.row) - worth(catch + state.row[:kept])
    count = len(state.row) - kept
    if step.card == OCTOPUS:
        return msgs(
            "The octopus took {count} card, {points} points, from {name}.",
            "The octopus took {count} cards, {points} points, from {name}.",
            count,
            points=points,
            name=names[state.turn],
        )
    return msgs(
        "The double took {count} card, {points} points, from {name}.",
        "The double took {count} cards, {points} points, from {name}.",
        count,
        points=points,
        name=names[state.turn],
    )


def _rolled(state: State, written: str, names: Sequence[str]) -> Text | None:
    """How likely it was that the die decided as it did."""
    step, robbery = state.parse(written), state.robbery
    if not isinstance(step, Roll) or robbery is None:
        return None
    if step.face == -1:
        return msg("That happens with {chance}.", chance=_percent(Fraction(1, FACES)))
    brought = Fraction(rolls_that_bring(robbery.number), FACES)
    if step.face >= robbery.number:
        return msg("{name} could expect that with {chance}.", name=names[robbery.robber], chance=_percent(brought))
    return msg(
        "{name} could have expected the cards with {chance}.", name=names[robbery.robber], chance=_percent(brought)
    )


def _percent(chance: Fraction) -> Text:
    return msg("{number}%", number=str(round(100 * chance)))
