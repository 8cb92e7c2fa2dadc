"""What an assistant is told of games and tables. Everything about a table comes from what it displays to one seat."""

from dataclasses import asdict, dataclass
from typing import Final

from shoal.assistants.seated_table import SeatedTable
from shoal.core import Game, Say, seat_name
from shoal.core.options import OptionValue
from shoal.core.pictures import draw_letters, draw_picture
from shoal.players import bot_names, usual_opponent

__all__ = [
    "DescribedStep",
    "DescribedSteps",
    "ListedGame",
    "ListedOption",
    "SeatedPosition",
    "describe_game",
    "describe_options",
    "describe_position",
    "legal_steps",
    "picture",
    "plain",
    "position_text",
    "tell_log",
]

#: How many of the last steps a position tells; `log` has them all.
_LATEST: Final = 12


@dataclass(frozen=True)
class ListedGame:
    """One game in the list."""

    game: str
    title: str
    summary: str
    least_seats: int
    most_seats: int
    #: Bots by name, the game's own from the weakest to the best at the end.
    bots: list[str]
    usual_opponent: str


@dataclass(frozen=True)
class ListedOption:
    """One option of a game; the default is null where another option decides."""

    option: str
    meaning: str
    expected: str
    default: str | int | bool | list[int] | None


@dataclass(frozen=True)
class DescribedStep:
    """A step in notation, and what it does."""

    step: str
    meaning: str


@dataclass(frozen=True)
class DescribedSteps:
    """Some of the steps that the seat may take, and how many there are."""

    count: int
    steps: list[DescribedStep]


@dataclass(frozen=True)
class SeatedPosition:
    """A table as its seat sees it, for programs. What is drawn of it is in the text beside this."""

    table: str
    game: str
    seat: str
    #: By seat: bots by their names, people by theirs; `human` is the assistant itself.
    players: dict[str, str]
    scores: dict[str, int]
    steps: int
    your_turn: bool
    legal_steps: int
    over: bool
    winners: list[str]
    reason: str
    hints_taken: int
    #: The SHA-256 of the seed of the deal; the record shows the seed once the game is over.
    commitment: str


def describe_game(game: Game, say: Say) -> ListedGame:
    """A game for the list."""
    return ListedGame(
        game=game.name,
        title=say(game.title),
        summary=say(game.summary),
        least_seats=game.seat_counts[0],
        most_seats=game.seat_counts[-1],
        bots=bot_names(game),
        usual_opponent=usual_opponent(game),
    )


def describe_options(game: Game, say: Say) -> list[ListedOption]:
    """All options of a game."""
    return [
        ListedOption(field.name, say(field.label), say(field.expected), _plain(field.default)) for field in game.fields
    ]


def _plain(value: OptionValue) -> str | int | bool | list[int] | None:
    return list(value) if isinstance(value, tuple) else value


def describe_position(seated: SeatedTable, say: Say) -> SeatedPosition:
    """The table in figures."""
    view = seated.displayed
    letters = [seat_name(seat) for seat in range(len(view.scores))]
    return SeatedPosition(
        table=seated.id,
        game=seated.game.name,
        seat=seat_name(seated.seat),
        players=dict(zip(letters, seated.players, strict=True)),
        scores=dict(zip(letters, view.scores, strict=True)),
        steps=len(seated.log),
        your_turn=seated.acting,
        legal_steps=len(view.legal),
        over=seated.over,
        winners=[seat_name(seat) for seat in view.result.winners] if view.result is not None else [],
        reason=say(view.result.reason) if view.result is not None else "",
        hints_taken=seated.hints_taken,
        commitment=seated.commitment if seated.game.has_chance else "",
    )


def position_text(seated: SeatedTable, say: Say) -> str:
    """The table as a person at a terminal would see it, after its last few steps."""
    view = seated.displayed
    parts = tell_log(seated, say)[-_LATEST:]
    parts.append(draw_letters(seated.game, view, seated.names, say))
    if view.result is not None:
        parts.append(say(view.result.reason))
    return "\n".join(parts)


def tell_log(seated: SeatedTable, say: Say) -> list[str]:
    """Each step, numbered: how a person would tell it to the seat, and what the seat saw of it in notation."""
    return [f"{number + 1}. {say(seated.tell(number, seen))} [{seen}]" for number, seen in enumerate(seated.log)]


def legal_steps(seated: SeatedTable, say: Say, beginning: str, most: int) -> DescribedSteps:
    """The steps of the seat that begin like this, up to `most` of them."""
    view = seated.displayed
    found = [step for step in view.legal if str(step).startswith(beginning)]
    if not found:
        return DescribedSteps(0, [])
    state = seated.imagined
    return DescribedSteps(len(found), [DescribedStep(str(step), say(state.describe(step))) for step in found[:most]])


def picture(seated: SeatedTable, say: Say) -> str:
    """The table as one SVG file, as the seat sees it."""
    return draw_picture(seated.game, seated.displayed, seated.names, say).strip()


def plain(position: SeatedPosition) -> dict[str, object]:
    """The figures as JSON holds them."""
    return asdict(position)
