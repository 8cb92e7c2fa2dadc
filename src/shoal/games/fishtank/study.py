"""What a study counts in a finished game: what each kind brought, which cards went first, what was turned to plants."""

from collections.abc import Sequence
from typing import Final

from shoal.core import Step, msg
from shoal.core.study import RULES, Finding, Measure, MeasureGroup, Tally
from shoal.games.fishtank.deck import Adjacency, Amount, Area, Condition, Shapes
from shoal.games.fishtank.options import Options
from shoal.games.fishtank.scoring import Score, cards_by_kind
from shoal.games.fishtank.state import State
from shoal.games.fishtank.steps import ChooseCard, PlaceCard

__all__ = ["measures", "study"]

_POINTS: Final = MeasureGroup("points", msg("Points that a kind brings a tank"), "seat")
_CARDS: Final = MeasureGroup("cards", msg("Cards of a kind in a tank"), "seat")
_YIELD: Final = MeasureGroup("yields", msg("Points for each card of a kind in a tank"), "event")
_CHOSEN: Final = MeasureGroup("chosen", msg("How often a kind is chosen when it is in the hand"), "event", "share")
_ROUND: Final = MeasureGroup("rounds", msg("The round of the half in which a kind is chosen"), "event")
_TANK: Final = MeasureGroup("tank", msg("The finished tank"), "seat")


def measures(options: Options) -> tuple[Measure, ...]:
    """The measures of a table with this deck."""
    deck = options.deck
    dealt = [deck.by_name[name] for name, count in zip(options.kinds, options.counts, strict=True) if count]
    faces = [*dealt, deck.back]
    return (
        Measure("T10-new", RULES, msg("new cards turned to their plant side"), "T10"),
        Measure("T10-earlier", RULES, msg("earlier cards turned to their plant side"), "T10"),
        Measure("T12", RULES, msg("shapes that scored"), "T12"),
        Measure("T13", RULES, msg("areas that scored"), "T13"),
        Measure("T14", RULES, msg("amounts that scored"), "T14"),
        Measure("T15", RULES, msg("creatures whose neighbours scored"), "T15"),
        Measure("T16", RULES, msg("tanks whose plants scored"), "T16"),
        Measure("T18-sets", RULES, msg("ties on points that different sets decided"), "T18"),
        Measure("T18-shared", RULES, msg("shared wins"), "T18"),
        *(Measure(f"points-{kind.name}", _POINTS, kind.text) for kind in faces),
        *(Measure(f"cards-{kind.name}", _CARDS, kind.text) for kind in faces),
        *(Measure(f"yield-{kind.name}", _YIELD, kind.text) for kind in faces),
        *(Measure(f"chosen-{kind.name}", _CHOSEN, kind.text) for kind in dealt),
        *(Measure(f"round-{kind.name}", _ROUND, kind.text) for kind in dealt),
        Measure("sets", _TANK, msg("kinds that scored")),
        Measure("kinds", _TANK, msg("kinds in the tank")),
        Measure("turned", _TANK, msg("cards turned to plants")),
        Measure("wasted", _TANK, msg("cards that are in no part that scores")),
    )


def study(states: Sequence[State], steps: Sequence[Step]) -> tuple[Finding, ...]:
    """The findings of a game that is over."""
    end = states[-1]
    tally = Tally(measures(end.options), end.options.players)
    for state, step in zip(states, steps, strict=False):
        if isinstance(step, ChooseCard):
            _count_choice(tally, state, step)
        elif isinstance(step, PlaceCard) and step.turned is not None:
            tally.add("T10-new" if step.turned == step.cell else "T10-earlier")
            tally.add("turned", seat=step.seat)
    for seat, tank in enumerate(end.tanks):
        score, frame = end.options.scorer.best(tank)
        cards = {name: mask.bit_count() for name, mask in cards_by_kind(tank.within(frame)).items()}
        _count_tank(tally, end.options, seat, score, cards)
    result = end.result
    if result is not None and end.scores.count(max(end.scores)) > 1:
        tally.add("T18-shared" if len(result.winners) > 1 else "T18-sets")
    return tally.findings()


def _count_choice(tally: Tally, state: State, step: ChooseCard) -> None:
    for kind in dict.fromkeys(state.hands[step.seat]):
        tally.add(f"chosen-{kind}", kind == step.kind)
    tally.add(f"round-{step.kind}", state.round)


def _count_tank(tally: Tally, options: Options, seat: int, score: Score, cards: dict[str, int]) -> None:
    deck = options.deck
    for kind, count in cards.items():
        tally.add(f"cards-{kind}", count, seat)
        tally.add(f"points-{kind}", score.kinds[kind], seat)
        for _ in range(count):
            tally.add(f"yield-{kind}", score.kinds[kind] / count)
    for part in score.parts:
        scored = deck.by_name[part.kind]
        tally.add("T16" if scored == deck.back else _rule_of(scored.condition))
    tally.add("sets", score.sets, seat)
    tally.add("kinds", len(cards), seat)
    tally.add("wasted", sum(cards.values()) - len({cell for part in score.parts for cell in part.cells}), seat)


def _rule_of(condition: Condition) -> str:
    match condition:
        case Shapes():
            return "T12"
        case Area():
            return "T13"
        case Amount():
            return "T14"
        case Adjacency():
            return "T15"
