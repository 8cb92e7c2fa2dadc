"""What people have done with puzzles: their answers, their streak, their runs against the clock."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "puzzle_progress",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("progress", sa.LargeBinary, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="puzzle_progress_pk"),
    )
    op.create_index("puzzle_progress_changed_at", "puzzle_progress", ["changed_at"])
