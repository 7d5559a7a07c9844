"""Bring a database file up to this program's schema, with a copy of it made before."""

from __future__ import annotations

import os
import tempfile
import threading
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from expedition.table.sql_connections import connect, migration_engine
from expedition.table.sql_schema import APPLICATION_ID
from expedition.table.store import StoreFault

if TYPE_CHECKING:
    from sqlalchemy import Connection

#: The folder with the revisions; they travel with the package.
MIGRATIONS = Path(__file__).with_name("migrations")

# Alembic hands the running migration to the revisions through globals of its own.
_ONE_AT_A_TIME = threading.Lock()


def migrate(path: Path) -> Path | None:
    """Bring a file, an empty one too, up to the last revision, all or nothing.

    Returns the copy that was made before, or None if there was nothing to copy. Raises StoreFault
    for a file that a newer program wrote, OSError if the copy can't be made, and SQLAlchemy's
    and sqlite3's errors.
    """
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    scripts = ScriptDirectory.from_config(config)
    head = scripts.get_current_head()
    engine = migration_engine(path)
    try:
        with engine.connect() as connection:
            current = _revision(connection)
            if current == head:
                return None
            if current is not None and current not in _known(scripts):
                msg = (
                    f"{path} was written by a newer version of Expedition: its schema is "
                    f"{current}, and this program knows none after {head}. Install the newer "
                    "version, or start the server with another data folder."
                )
                raise StoreFault(msg)
        copy = _copy(path, current) if current else None
        with _ONE_AT_A_TIME, engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
            _refuse_dangling(connection, path)
        return copy
    finally:
        engine.dispose()


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _known(scripts: ScriptDirectory) -> set[str]:
    return {script.revision for script in scripts.walk_revisions()}


def _refuse_dangling(connection: Connection, path: Path) -> None:
    # Foreign keys were not looked after meanwhile. Raising takes the migration back.
    dangling = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if dangling is not None:
        msg = (
            f"{path} can't be brought up to date: a row of {dangling[0]!r} refers to one that is "
            "not there. It is left as it was; put a sound copy in its place."
        )
        raise StoreFault(msg)


def _copy(path: Path, revision: str) -> Path:
    """Copy a database beside itself under a name with its revision, and see it to the disk."""
    # Made before SQLite fills it, so that only this user can read it, as with the original.
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    os.close(descriptor)
    made = Path(name)
    try:
        with closing(connect(path)) as connection:
            connection.execute("VACUUM INTO ?", (name,)).close()
        with made.open("r+b") as file:
            os.fsync(file.fileno())
        copy = _free_name(path, revision)
        made.rename(copy)
    except BaseException:
        made.unlink(missing_ok=True)
        raise
    return copy


def _free_name(path: Path, revision: str) -> Path:
    copy = path.with_name(f"{path.stem}-schema-{revision}{path.suffix}")
    number = 1
    while copy.exists():
        number += 1
        copy = path.with_name(f"{path.stem}-schema-{revision}-{number}{path.suffix}")
    return copy
