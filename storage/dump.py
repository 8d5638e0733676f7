"""Copies a database of PostgreSQL with its own programs: `pg_dump`, `pg_restore` and `psql`."""

from __future__ import annotations

import os
import subprocess
from dataclasses import replace as changed
from datetime import datetime
from pathlib import Path

from sqlalchemy.engine import URL

from storage.copies import Copied, beside, check_new, check_replace, check_schema, check_there
from storage.errors import StorageError

PRIVATE = 0o600
PLAIN = ("--no-owner", "--no-privileges")
HELD = """
SELECT version_num, (SELECT count(*) FROM games), (SELECT count(*) FROM actions)
FROM alembic_version
"""
OTHERS = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
"""
EMPTIED = "DROP SCHEMA public CASCADE; CREATE SCHEMA public;\n"


class Dump:
    """Copies the database at an address."""

    def __init__(self, address: URL) -> None:
        self._address = address

    def backup(self, file: Path) -> Copied:
        """Write a dump in PostgreSQL's own form, of one state of the database."""
        check_new(file)
        half = file.with_name(file.name + ".part")
        try:
            os.close(os.open(half, os.O_RDWR | os.O_CREAT | os.O_TRUNC, PRIVATE))
            self._run("pg_dump", "--format=custom", *PLAIN, f"--file={half}")
            copied = self._held()
            half.replace(file)
        except OSError as error:
            raise StorageError(f"The backup {file} cannot be written ({error}).") from error
        finally:
            half.unlink(missing_ok=True)
        return copied

    def restore(self, file: Path, now: datetime, *, replace: bool) -> Copied:
        """Put a dump in place of what is in the database: all of it, or nothing."""
        check_there(file)
        schema, script = self._script(file)
        check_schema(file, schema)
        kept = None
        if self._run("psql", "-Atc", "SELECT to_regclass('games')").strip():
            check_replace(f"The database {self._address.database}", replace=replace)
            if int(self._run("psql", "-Atc", OTHERS)):
                raise StorageError(
                    f"The bot, or another program, is connected to the database "
                    f"{self._address.database}: end it, then restore."
                )
            kept = beside(file, now)
            self.backup(kept)
        one = ("-q", "-v", "ON_ERROR_STOP=1", "--single-transaction", "-o", os.devnull)
        self._run("psql", *one, said=EMPTIED + script)
        return changed(self._held(), kept=kept)

    def _script(self, file: Path) -> tuple[str, str]:
        """The schema of a dump, and the SQL that makes all that it holds."""
        script = self._run("pg_restore", *PLAIN, "--schema=public", "--file=-", str(file))
        _, found, rest = script.partition("COPY public.alembic_version (version_num) FROM stdin;\n")
        if not found:
            raise StorageError(f"{file} is no backup of this program.")
        return rest.partition("\n")[0], script

    def _held(self) -> Copied:
        schema, games, entries = self._run("psql", "-AtF", " ", "-c", HELD).split()
        return Copied(int(games), int(entries), schema)

    def _run(self, program: str, *arguments: str, said: str | None = None) -> str:
        """What one of PostgreSQL's programs prints. Raises StorageError."""
        address = self._address
        connection = {
            "PGHOST": address.host or address.query.get("host"),
            "PGPORT": address.port and str(address.port),
            "PGUSER": address.username,
            "PGPASSWORD": address.password,
            "PGDATABASE": address.database,
        }
        given = {key: str(value) for key, value in connection.items() if value}
        quiet = ("--no-psqlrc",) if program == "psql" else ()
        try:
            done = subprocess.run(  # noqa: S603  (the programs are named above, nothing by players)
                [program, *quiet, *arguments],
                env={**os.environ, **given},
                input=said,
                capture_output=True,
                text=True,
                check=True,
            )
        except FileNotFoundError as error:
            raise StorageError(
                f"{program} is missing: install PostgreSQL's client programs (on Debian the "
                "package postgresql-client), of the server's version or newer."
            ) from error
        except subprocess.CalledProcessError as error:
            why = error.stderr.strip().splitlines()
            raise StorageError(
                f"{program} fails: {why[-1] if why else error.returncode}."
            ) from error
        return done.stdout
