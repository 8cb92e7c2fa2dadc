"""Seats keep no invitations: their secrets follow from the server's own."""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    # SQLite could drop a column only from 3.35 on, and Python runs with older ones; so there the table is made anew.
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("invite")
