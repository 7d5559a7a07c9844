"""The first database: tables, their events and tokens, deals of the day and their results."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make everything."""
    op.create_table(
        "tables",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("active_at", sa.BigInteger(), nullable=False),
        sa.Column("invite", sa.LargeBinary(), nullable=True),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("daily", sa.Text(), nullable=True),
        sa.Column("ended", sa.Boolean(), nullable=False),
        sa.Column("bot_owes", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_tables_shown",
        "tables",
        ["active_at"],
        sqlite_where=sa.text("listed = 1 AND ended = 0"),
        postgresql_where=sa.text("listed AND NOT ended"),
    )
    op.create_index(
        "ix_tables_bot_owes",
        "tables",
        ["bot_owes"],
        sqlite_where=sa.text("bot_owes = 1 AND ended = 0"),
        postgresql_where=sa.text("bot_owes AND NOT ended"),
    )
    op.create_table(
        "events",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seq", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.Text(), nullable=True),
        sa.Column("data", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_events"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_events_table_id"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_events_key",
        "events",
        ["table_id", "key"],
        unique=True,
        sqlite_where=sa.text('"key" IS NOT NULL'),
        postgresql_where=sa.text('"key" IS NOT NULL'),
    )
    op.create_table(
        "tokens",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_tokens"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_tokens_table_id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "daily_deals",
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("edition", sa.Text(), nullable=False),
        sa.Column("deal", sa.Text(), nullable=False),
        sa.Column("salt", sa.Text(), nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("day", name="pk_daily_deals"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "results",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_results"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_results_table_id"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_results_best", "results", ["day", sa.text("total DESC"), "at"])


def downgrade() -> None:
    """Refuse: going back is done with the copy that was made before the migration."""
    raise NotImplementedError
