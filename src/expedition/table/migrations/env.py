"""Run revisions on the connection that the caller has begun a transaction on.

Alembic loads this file; nothing imports it. There is no alembic.ini: see `sql_migration.py`.
"""

from __future__ import annotations

from alembic import context

from expedition.table.sql_schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    # SQLite can change a column only by copying its table.
    render_as_batch=True,
)
context.run_migrations()
