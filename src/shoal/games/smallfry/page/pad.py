"""The score pad for people with the real box: sessions by player, added up until a player has won.

The players fill in the open session one by one: they tap in the cards of a catch, which the rules count, or type
the points. `close` writes the session's line; later only the points of a line can be corrected. `scoring.py` counts
a catch, and `result.py` says who has won.
"""

from typing import ClassVar, Final

from msgspec.structs import replace

from shoal.core import NotationError, Pad, Say, Scene, Seat, ShoalError, Text, msg, parse_seat, seat_name
from shoal.core.score_sheets import Sheet, read_name, read_sheet, read_whole, unknown_act
from shoal.games.smallfry.cards import BOX, CARDS, OCTOPUS, card_text
from shoal.games.smallfry.page.pad_leaf import (
    FEWEST_PLAYERS,
    HIGHEST_TARGET,
    MOST_POINTS,
    MOST_SESSIONS,
    PlayerColumn,
    SmallFryLeaf,
)
from shoal.games.smallfry.steps import MAX_PLAYERS

__all__ = ["SmallFryPad"]

_BLANK: Final = SmallFryLeaf((PlayerColumn(), PlayerColumn()))


class SmallFryPad(Pad):
    """A match on paper.

    Acts: `open B`, `card B eel3 2`, `points B 17`, `empty B`, `close`, `mend 3`, `mended`, `line 3 B 17`, `strike 3`,
    `target 77`, `name B Ada`, `add`, `drop B`, `new`, `undo`.
    """

    title: ClassVar[Text] = msg("Keep the score of the sessions")

    def blank(self) -> bytes:
        return Sheet(_BLANK).encoded()

    def write(self, sheet: bytes, act: str) -> bytes:
        pad = read_sheet(sheet, Sheet[SmallFryLeaf])
        word, _, rest = act.partition(" ")
        if act == "undo":
            return pad.undone().encoded()
        if word in ("open", "mend", "mended"):
            return pad.showing(_shown(pad.now, act)).encoded()
        if word in ("name", "points", "target", "line"):
            return pad.changed(_typed(pad.now, word, rest)).encoded()
        return pad.changed(_pressed(pad.now, act)).encoded()

    def scene(self, sheet: bytes, say: Say) -> Scene:
        from shoal.games.smallfry.page.pad_scene import draw_pad

        pad = read_sheet(sheet, Sheet[SmallFryLeaf])
        return draw_pad(pad.now, undoable=bool(pad.past), say=say)


def _shown(leaf: SmallFryLeaf, act: str) -> SmallFryLeaf:
    match act.split(" "):
        case ["open", letter]:
            return replace(leaf, open=parse_seat(letter, len(leaf.players)))
        case ["mend", session]:
            return replace(leaf, mending=_read_session(leaf, session))
        case ["mended"]:
            return replace(leaf, mending=None)
    raise unknown_act(act)


def _typed(leaf: SmallFryLeaf, word: str, rest: str) -> SmallFryLeaf:
    """The leaf after an act that ends in typed text."""
    if word == "target":
        return replace(leaf, target=read_whole(rest, 1, HIGHEST_TARGET))
    if word == "line":
        session, _, rest = rest.partition(" ")
        return _mend(leaf, _read_session(leaf, session), rest)
    letter, _, text = rest.partition(" ")
    seat = parse_seat(letter, len(leaf.players))
    player = leaf.players[seat]
    if word == "name":
        return leaf.with_player(seat, replace(player, name=read_name(text)))
    _expect_running(leaf)
    counted = read_whole(text, 0, MOST_POINTS)
    return replace(leaf.with_player(seat, replace(player, catch="", counted=counted)), open=seat)


def _mend(leaf: SmallFryLeaf, session: int, rest: str) -> SmallFryLeaf:
    """The leaf with other points for one player in a finished session."""
    letter, _, text = rest.partition(" ")
    seat = parse_seat(letter, len(leaf.players))
    player = leaf.players[seat]
    line = (*player.line[:session], read_whole(text, 0, MOST_POINTS), *player.line[session + 1 :])
    return leaf.with_player(seat, replace(player, line=line))


def _pressed(leaf: SmallFryLeaf, act: str) -> SmallFryLeaf:
    players = leaf.players
    match act.split(" "):
        case ["card", letter, name, copies]:
            return _hold(leaf, parse_seat(letter, len(players)), name, copies)
        case ["empty", letter]:
            seat = parse_seat(letter, len(players))
            return leaf.with_player(seat, replace(players[seat], catch="", counted=None))
        case ["close"]:
            return _close(leaf)
        case ["strike", session]:
            number = _read_session(leaf, session)
            left = tuple(replace(one, line=one.line[:number] + one.line[number + 1 :]) for one in players)
            return replace(leaf, players=left, mending=None)
        case ["add"]:
            return _add(leaf)
        case ["drop", letter]:
            return _drop(leaf, parse_seat(letter, len(players)))
        case ["new"]:
            return SmallFryLeaf(tuple(PlayerColumn(one.name) for one in players), leaf.target)
    raise unknown_act(act)


def _hold(leaf: SmallFryLeaf, seat: Seat, name: str, copies: str) -> SmallFryLeaf:
    """Set the copies of a card in a catch: at most those of the box that are in no other catch."""
    _expect_running(leaf)
    card = CARDS.get(name, OCTOPUS)
    if card == OCTOPUS:
        raise NotationError(name, msg("a fish card such as eel3"))
    number = read_whole(copies, 0, BOX.count(card))
    if number > leaf.copies_left(seat, card):
        raise ShoalError(msg("{card} lies in another catch", card=card_text(card)))
    return replace(leaf.with_player(seat, leaf.players[seat].holding(card, number)), open=seat)


def _close(leaf: SmallFryLeaf) -> SmallFryLeaf:
    """Write the points of the session as a line, and begin the next one (S14, S16)."""
    _expect_running(leaf)
    points = [player.points for player in leaf.players]
    written = [one for one in points if one is not None]
    if len(written) < len(points):
        missing = [seat_name(seat) for seat, one in enumerate(points) if one is None]
        raise ShoalError(msg("no points yet for {players}: tap in the catch, or write 0", players=", ".join(missing)))
    if leaf.sessions == MOST_SESSIONS:
        raise ShoalError(msg("the pad is full: it has room for {most} sessions", most=MOST_SESSIONS))
    players = zip(leaf.players, written, strict=True)
    closed = tuple(PlayerColumn(player.name, (*player.line, one)) for player, one in players)
    return replace(leaf, players=closed, open=0, mending=None)


def _add(leaf: SmallFryLeaf) -> SmallFryLeaf:
    """Add a player, who has no points from the sessions before."""
    if len(leaf.players) == MAX_PLAYERS:
        raise ShoalError(msg("there are at most {most} players", most=MAX_PLAYERS))
    return replace(leaf, players=(*leaf.players, PlayerColumn(line=(0,) * leaf.sessions)))


def _drop(leaf: SmallFryLeaf, seat: Seat) -> SmallFryLeaf:
    if len(leaf.players) == FEWEST_PLAYERS:
        raise ShoalError(msg("there are at least {least} players", least=FEWEST_PLAYERS))
    left = (*leaf.players[:seat], *leaf.players[seat + 1 :])
    return replace(leaf, players=left, open=min(leaf.open, len(left) - 1))


def _expect_running(leaf: SmallFryLeaf) -> None:
    if leaf.result is not None:
        raise ShoalError(msg("the match is over: begin a new one"))


def _read_session(leaf: SmallFryLeaf, text: str) -> int:
    """The index of a finished session, from its number, which counts from 1."""
    if not leaf.sessions:
        raise ShoalError(msg("no session is finished yet"))
    return read_whole(text, 1, leaf.sessions) - 1
