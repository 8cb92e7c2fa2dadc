"""When a table next needs the server's attention without anybody asking."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("tables", sa.Column("due_at", sa.BigInteger))
    op.create_index("tables_due_at", "tables", ["due_at"])
    # What older tables wait for is not known here: a server looks at each of them once, and notes it.
    op.execute(sa.text("UPDATE tables SET due_at = changed_at WHERE NOT over"))
