"""Reviews of finished games, which cost time to compute."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("effort", sa.Text, nullable=False),
        sa.Column("review", sa.LargeBinary, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "effort", name="reviews_pk"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="reviews_table_id_fk"),
    )
