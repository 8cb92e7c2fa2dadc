"""The table as a picture for a terminal: all tanks, the viewer's hand in words, and its score kind by kind."""

from collections import Counter
from collections.abc import Iterator, Sequence

from rich.box import SIMPLE_HEAD
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as RichText

from shoal.core import Say, Seat, Text, msg, msgs, seat_name
from shoal.games.fishtank.cells import CELL_NAMES
from shoal.games.fishtank.deck import Deck
from shoal.games.fishtank.hand import Hand
from shoal.games.fishtank.options import HAND_SIZE
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.pictures import abbreviations, draw_faces, draw_tank, kind_style
from shoal.games.fishtank.scoring import Faces, Score
from shoal.games.fishtank.source_signs import legend, part_sign, signed_conditions, signs_of
from shoal.games.fishtank.steps import ChooseCard
from shoal.games.fishtank.view import View
from shoal.games.fishtank.words import seat_status

__all__ = ["draw_scored_tank", "draw_view"]

_TANK_NAMES = tuple(f"{column}{row}" for row in "1234" for column in "abcd")


def draw_view(view: View, names: Sequence[str], say: Say) -> RenderableType:
    """The table and the viewer's own hand."""
    parts: list[RenderableType] = [RichText(say(_headline(view)), style="bold")]
    tanks = [_draw_seat(view, seat, name, say) for seat, name in enumerate(names)]
    parts.append(Columns(tanks, padding=(1, 3)))
    if view.viewer is not None:
        parts += _draw_own(view, view.viewer, say)
    return Group(*parts)


def draw_scored_tank(deck: Deck, faces: Faces, score: Score, say: Say) -> RenderableType:
    """A finished tank and its score."""
    total = RichText(say(msgs("{count} point in all", "{count} points in all", score.total)), style="bold")
    return Group(draw_faces(deck, faces), _draw_score(deck, score, _TANK_NAMES, say), total, _draw_legend(deck, say))


def _headline(view: View) -> Text:
    if view.result is not None:
        return msg("The game is over: {reason}.", reason=view.result.reason)
    unused = msgs("{count} card unused", "{count} cards unused", view.unused)
    if view.half == 1:
        return msg(
            "First half, round {round} of {rounds}: hands go to the left. {unused}.",
            round=view.round,
            rounds=HAND_SIZE,
            unused=unused,
        )
    return msg(
        "Second half, round {round} of {rounds}: hands go to the right. {unused}.",
        round=view.round,
        rounds=HAND_SIZE,
        unused=unused,
    )


def _draw_seat(view: View, seat: Seat, name: str, say: Say) -> RenderableType:
    letter = seat_name(seat)
    title = RichText(letter if name == letter else f"{letter} {name}", style="bold")
    title.append("  ")
    title.append(say(msgs("{count} point", "{count} points", view.scores[seat])), style="none")
    placing = seat == view.viewer and view.phase is RoundPhase.PLACE
    return Group(
        title,
        RichText(say(seat_status(view, seat))),
        draw_tank(view.options.deck, view.tanks[seat], name_cells=placing),
    )


def _draw_own(view: View, seat: Seat, say: Say) -> Iterator[RenderableType]:
    deck = view.options.deck
    if view.pending is not None:
        chosen: object = (
            deck.by_name[view.pending.kind].text if isinstance(view.pending, ChooseCard) else str(view.pending)
        )
        yield RichText(say(msg("Sealed, and you may still change it: {choice}", choice=chosen)), style="bold")
    last_placing = view.phase is RoundPhase.PLACE and view.round == HAND_SIZE
    if view.hand and not last_placing:
        title = msg("your next hand") if view.phase is RoundPhase.PLACE else msg("your hand")
        yield _draw_hand(deck, view.hand, title, say)
    score, frame = view.options.scorer.best(view.tanks[seat])
    if score.kinds:
        yield _draw_score(deck, score, [CELL_NAMES[cell] for cell in frame], say)
    if view.hand or score.kinds:
        yield _draw_legend(deck, say)


def _draw_hand(deck: Deck, hand: Hand, title: Text, say: Say) -> RenderableType:
    table = _table(say(title))
    for name, count in Counter(hand).items():
        conditions = signed_conditions(deck.by_name[name], signs_of(deck), say)
        table.add_row(*_label(deck, name, say), f"×{count}" if count > 1 else "", RichText(conditions))
    return table


def _draw_score(deck: Deck, score: Score, cell_names: Sequence[str], say: Say) -> RenderableType:
    """The score kind by kind, with the cells that made each part of it."""
    table = _table(say(msg("the score, kind by kind")))
    for name, points in score.kinds.items():
        parts = "; ".join(
            f"{part.points}{part_sign(deck, part)}: {' '.join(cell_names[cell] for cell in part.cells)}"
            for part in score.parts
            if part.kind == name
        )
        table.add_row(*_label(deck, name, say), str(points), RichText(parts, style="none" if points else "dim"))
    return table


def _draw_legend(deck: Deck, say: Say) -> RichText:
    """What the signs behind the values mean."""
    return RichText(" · ".join(say(text) for text in legend(deck)), style="dim")


def _table(title: str) -> Table:
    table = Table(box=SIMPLE_HEAD, show_edge=False, padding=(0, 1), pad_edge=False)
    table.add_column("", width=3)
    table.add_column(RichText(title), no_wrap=True)
    table.add_column("", justify="right")
    table.add_column("", ratio=1)
    return table


def _label(deck: Deck, name: str, say: Say) -> tuple[RichText, RichText]:
    kind = deck.by_name[name]
    return RichText(abbreviations(deck)[name], style=kind_style(kind)), RichText(
        f"{say(kind.text)}{signs_of(deck)[kind.title_source]}"
    )
