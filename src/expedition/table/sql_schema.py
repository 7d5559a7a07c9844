"""The tables of the database, as they are after the last migration.

A change here needs a migration in `migrations/versions`; a test compares the two.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    and_,
    not_,
)

#: Written into the head of every database file of ours ("EXPD"), so that no other is taken for one.
APPLICATION_ID = 0x45585044

# Every constraint has a name, or a later migration could not speak of it.
metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
    }
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    # The number of the last event: what an append must know to be let in.
    Column("seq", BigInteger, nullable=False),
    Column("active_at", BigInteger, nullable=False),
    Column("invite", LargeBinary),
    Column("listed", Boolean, nullable=False),
    Column("daily", Text),
    Column("ended", Boolean, nullable=False),
    Column("bot_owes", Boolean, nullable=False),
    sqlite_with_rowid=False,
)

# These two hold only the few tables that are asked for, however many have ended.
Index(
    "ix_tables_shown",
    tables.c.active_at,
    sqlite_where=and_(tables.c.listed, not_(tables.c.ended)),
    postgresql_where=and_(tables.c.listed, not_(tables.c.ended)),
)
Index(
    "ix_tables_bot_owes",
    tables.c.bot_owes,
    sqlite_where=and_(tables.c.bot_owes, not_(tables.c.ended)),
    postgresql_where=and_(tables.c.bot_owes, not_(tables.c.ended)),
)

# Without row numbers the events of a table lie side by side in the file, ready to be replayed.
events = Table(
    "events",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("key", Text),
    Column("data", Text, nullable=False),
    sqlite_with_rowid=False,
)
Index(
    "ix_events_key",
    events.c.table_id,
    events.c.key,
    unique=True,
    sqlite_where=events.c.key.is_not(None),
    postgresql_where=events.c.key.is_not(None),
)

tokens = Table(
    "tokens",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("hash", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

daily_deals = Table(
    "daily_deals",
    metadata,
    Column("day", Text, primary_key=True),
    Column("edition", Text, nullable=False),
    # The cards as texts, with a space between them.
    Column("deal", Text, nullable=False),
    Column("salt", Text, nullable=False),
    Column("commitment", Text, nullable=False),
    sqlite_with_rowid=False,
)

results = Table(
    "results",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("day", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("total", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
Index("ix_results_best", results.c.day, results.c.total.desc(), results.c.at)
