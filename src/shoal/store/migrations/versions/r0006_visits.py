"""When a person was last here, and which of their cookies still count; indexes for what is kept and for how long."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("people", sa.Column("seen_at", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("people", sa.Column("cookie_number", sa.Integer, nullable=False, server_default="0"))
    # Nobody noted earlier visits, so the time until a person is forgotten begins now.
    now = time.time_ns() // 1_000_000
    op.execute(sa.text("UPDATE people SET seen_at = :now").bindparams(now=now))
    op.create_index("people_seen_at", "people", ["seen_at"])
    op.create_index("tables_changed_at", "tables", ["changed_at"])
    op.create_index("pads_changed_at", "pads", ["changed_at"])
