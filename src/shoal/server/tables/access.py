"""Who may see what of a table: whose view a person gets, which tables, which records. Views do the rest."""

import hashlib
import hmac
from typing import NamedTuple

from shoal.core import Seat, Viewer, msg
from shoal.server.errors import NotFound
from shoal.server.tables.snapshot import TableSnapshot

__all__ = ["Invitations", "Perspective", "TableNotFound", "may_read_record", "may_see", "viewer_for"]


class TableNotFound(NotFound):
    """A table that is not there, or not for this person to know of."""

    def __init__(self) -> None:
        super().__init__(msg("there is no such table, or you may not see it"))


class Invitations:
    """The secrets in the tables' invitation links. They follow from the server's own secret, so none is stored."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def secret_of(self, table_id: str) -> str:
        """Return the secret in a table's invitation link."""
        return hmac.new(self._secret, b"invite:" + table_id.encode(), hashlib.sha256).hexdigest()[:32]

    def is_valid(self, table_id: str, secret: str) -> bool:
        """Tell whether this is the secret of the table's invitation link."""
        return secret.isascii() and hmac.compare_digest(self.secret_of(table_id), secret)


class Perspective(NamedTuple):
    """Whose view a person gets, and the seat to which they have to hand the screen before they see anything else."""

    viewer: Viewer
    curtain: Seat | None


def may_see(snapshot: TableSnapshot, person: str, *, invited: bool) -> bool:
    """Tell whether a person may see a table: it is public, or they made it, have a seat, or have the link."""
    return snapshot.row.public or snapshot.row.maker == person or bool(snapshot.seats_of(person)) or invited


def viewer_for(snapshot: TableSnapshot, person: str, seat_at_screen: Seat | None = None) -> Perspective:
    """Return whose view a person gets; with several seats at one screen, it is at most that of `seat_at_screen`."""
    mine = snapshot.seats_of(person)
    if len(mine) <= 1:
        return Perspective(mine[0] if mine else None, None)
    acting = next((seat for seat in snapshot.to_act if seat in mine), None)
    if not snapshot.game.secret or snapshot.over:
        return Perspective(acting if acting is not None else mine[0], None)
    if acting is not None and acting != seat_at_screen:
        return Perspective(None, acting)
    return Perspective(seat_at_screen if seat_at_screen in mine else None, None)


def may_read_record(snapshot: TableSnapshot, person: str) -> bool:
    """Tell whether a person may have the record: the game is over, or they have seen all of it."""
    viewer, curtain = viewer_for(snapshot, person)
    return curtain is None and snapshot.table.is_open_to(viewer)
