"""The table as a picture for a terminal: the row, the deck, the points, and the catches the viewer may see.

With a closed memory (option `memory`) viewers see only their own catch (S13), and of the others the
size, as at a real table.
"""

from collections.abc import Sequence

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text as RichText

from shoal.core import Say, Text, msg, msgs, seat_name
from shoal.games.smallfry.cards import BOX, CARDS, OCTOPUS, SPECIES, sort, species_of, value_of
from shoal.games.smallfry.pictures import COLOURS, draw_card, draw_deck, draw_die, draw_shells, species_name
from shoal.games.smallfry.scoring import worth
from shoal.games.smallfry.view import View

__all__ = ["draw_catch", "draw_view"]

_SHOWN_SESSIONS = 4
_CATCH_COLUMNS = 2


def draw_view(view: View, names: Sequence[str], say: Say) -> RenderableType:
    """What lies on the table."""
    players = [f"{seat_name(seat)} {name}" if name != seat_name(seat) else name for seat, name in enumerate(names)]
    parts = [_draw_head(view, say), _draw_row(view, say), _draw_status(view, players, say)]
    parts.append(_draw_players(view, players, say))
    for seat in view.open_catches:
        catch = _cards(view.catches[seat])
        title = msg("the catch of {player}", player=players[seat])
        if seat == view.viewer:
            title = msg("your catch, {player}", player=players[seat])
        parts.append(Panel(draw_catch(catch, say), title=RichText(say(title)), title_align="left", box=box.ROUNDED))
    return Group(*parts)


def draw_catch(catch: bytes, say: Say) -> RenderableType:
    """A catch: what counts of each species, the spare cards behind it, and the points (S15)."""
    grid = Table.grid(padding=(0, 2), expand=True)
    lines = -(-len(SPECIES) // _CATCH_COLUMNS)
    for _ in range(_CATCH_COLUMNS):
        grid.add_column()
        grid.add_column()
        grid.add_column(ratio=1)
    for line in range(lines):
        cells: list[RichText] = []
        for species in range(line, len(SPECIES), lines):
            cells.extend(_draw_species(catch, species, say))
        grid.add_row(*cells)
    total = msgs("{count} card, worth {points}", "{count} cards, worth {points}", len(catch), points=worth(catch))
    return Group(grid, RichText(say(total), style="bold"))


def _draw_head(view: View, say: Say) -> RenderableType:
    head = Table.grid(expand=True)
    head.add_column()
    head.add_column(justify="right")
    session = len(view.sheet) + (view.result is None)
    left = msg("session {number}, playing to {target} points", number=session, target=view.options.target)
    discarded = len(BOX) - len(view.deck) - len(view.row) - sum(map(len, view.catches))
    right = msgs("{count} card discarded", "{count} cards discarded", discarded)
    head.add_row(RichText(say(left), style="bold"), RichText(say(right)))
    return head


def _draw_row(view: View, say: Say) -> RenderableType:
    """The deck, and to its right the open cards (S4); after an octopus only that (S8)."""
    cards = [draw_deck(len(view.deck), say), *(draw_card(CARDS[name], say) for name in view.row)]
    if view.phase in ("octopus", "roll", "take"):
        cards.append(draw_card(OCTOPUS, say))
    if view.robbery is not None and view.robbery.roll is not None:
        cards.append(draw_die(view.robbery.roll, say))
    return Columns(cards, padding=(0, 0))


def _draw_status(view: View, players: Sequence[str], say: Say) -> RenderableType:
    return RichText(say(_status(view, players)), style="bold reverse" if view.result else "bold")


def _status(view: View, players: Sequence[str]) -> Text:
    player, robbery = players[view.turn], view.robbery
    if view.result is not None:
        winners = ", ".join(players[seat] for seat in view.result.winners)
        if len(view.result.winners) > 1:
            return msg("shared by {winners}: {reason}", winners=winners, reason=view.result.reason)
        return msg("won by {winners}: {reason}", winners=winners, reason=view.result.reason)
    if robbery is not None and robbery.roll is not None:
        return msgs(
            "the die shows {roll}: {count} card still goes from {giver} to {taker}",
            "the die shows {roll}: {count} cards still go from {giver} to {taker}",
            robbery.left,
            roll=robbery.roll,
            giver=players[robbery.giver],
            taker=players[robbery.taker],
        )
    if robbery is not None:
        return msgs(
            "{player}: the die is rolled for {count} card of {victim}",
            "{player}: the die is rolled for {count} cards of {victim}",
            robbery.number,
            player=player,
            victim=players[robbery.victim],
        )
    if view.phase == "octopus":
        return msg("{player}: octopus! Rob somebody, or leave", player=player)
    if view.phase == "card":
        return msg("{player}: a card is turned up", player=player)
    if view.phase == "choice":
        return msg("{player}: stop, or turn up another card", player=player)
    return msg("{player}: turn up a card", player=player)


def _draw_players(view: View, players: Sequence[str], say: Say) -> RenderableType:
    """The sheet of points: each player's points by session, their total, and the size of their catch."""
    table = Table(box=box.SIMPLE_HEAD, expand=True, padding=(0, 1))
    table.add_column("", width=1)
    table.add_column(say(msg("player")), ratio=1)
    first = max(0, len(view.sheet) - _SHOWN_SESSIONS)
    for number in range(first, len(view.sheet)):
        table.add_column(say(msg("s{number}", number=number + 1)), justify="right", style="dim")
    table.add_column(say(msg("points")), justify="right", style="bold")
    table.add_column(say(msg("cards")), justify="right")
    for seat, player in enumerate(players):
        table.add_row(
            "▶" if seat == view.turn and view.result is None else "",
            RichText(player, style="bold" if seat == view.turn else ""),
            *(str(line[seat]) for line in view.sheet[first:]),
            str(view.scores[seat]),
            str(len(view.catches[seat])),
        )
    return table


def _draw_species(catch: bytes, species: int, say: Say) -> tuple[RichText, RichText, RichText]:
    values = sorted((value_of(card) for card in catch if species_of(card) == species), reverse=True)
    name = RichText(species_name(species, say), style=COLOURS[species] if values else "dim")
    if not values:
        return name, draw_shells(0), RichText()
    spare = say(msg("spare {values}", values=" ".join(map(str, values[1:])))) if values[1:] else ""
    return name, draw_shells(values[0]), RichText(spare, style="dim")


def _cards(written: Sequence[str]) -> bytes:
    return sort(CARDS[name] for name in written)
