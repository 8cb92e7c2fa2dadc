"""The links by which people share designs."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("designs", sa.Column("shared", sa.Text))
    op.create_index("designs_shared", "designs", ["shared"], unique=True)
