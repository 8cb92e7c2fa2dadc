"""People, tables, their seats and their acts."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="people_pk"),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("opening", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("maker", sa.Text),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("waiting", sa.Text, nullable=False),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.Column("last_act", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="tables_pk"),
    )
    op.create_index("tables_maker", "tables", ["maker"])
    op.create_index("tables_public_over_changed_at", "tables", ["public", "over", "changed_at"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("person", sa.Text),
        sa.Column("bot", sa.Text),
        sa.Column("invite", sa.Text),
        sa.PrimaryKeyConstraint("table_id", "seat", name="seats_pk"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="seats_table_id_fk"),
        sqlite_with_rowid=False,
    )
    op.create_index("seats_person", "seats", ["person"])
    op.create_table(
        "acts",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("person", sa.Text),
        sa.Column("key", sa.Text),
        sa.PrimaryKeyConstraint("table_id", "number", name="acts_pk"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="acts_table_id_fk"),
        sa.UniqueConstraint("table_id", "key", name="acts_table_id_key_once"),
        sqlite_with_rowid=False,
    )
