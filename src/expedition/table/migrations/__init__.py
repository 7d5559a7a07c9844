"""How a database of one release becomes one of the next: Alembic revisions, run by the store."""
