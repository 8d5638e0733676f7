"""Copies a database of PostgreSQL with its own programs: `pg_dump`, `pg_restore` and `psql`."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import replace as changed
from datetime import datetime
from pathlib import Path

from sqlalchemy.engine import URL

from storage.copies import (
    Copied,
    beside,
    check_new,
    check_replace,
    check_schema,
    check_there,
    whole_file,
)
from storage.errors import StorageError

PLAIN = ("--no-owner", "--no-privileges")
QUIET = ("-q", "-v", "ON_ERROR_STOP=1", "-o", os.devnull)
OTHERS = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
"""
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
EMPTIED = "BEGIN; DROP SCHEMA public CASCADE; CREATE SCHEMA public;\n"
"""Begins to put a dump back; only where all of it has come, a COMMIT follows."""
SETTING = re.compile(r"SET (\w+) = '?(.*?)'?;\n")
KNOWN = "SELECT set_config('{0}', '{1}', false) FROM pg_settings WHERE name = '{0}';\n"


class Dump:
    """Copies the database at an address."""

    def __init__(self, address: URL) -> None:
        self._address = address

    def backup(self, file: Path) -> Copied:
        """Write a dump in PostgreSQL's own form, of one state of the database."""
        check_new(file)
        try:
            with whole_file(file) as half:
                self._run("pg_dump", "--format=custom", *PLAIN, f"--file={half}")
                return self._look_into(half)
        except OSError as error:
            raise StorageError(f"The backup {file} cannot be written ({error}).") from error

    def restore(self, file: Path, now: datetime, *, replace: bool) -> Copied:
        """Put a dump in place of what is in the database: all of it, or nothing."""
        check_there(file)
        copied = self._look_into(file)
        check_schema(file, copied.schema)
        kept = None
        name, tables = self._address.database, self._run("psql", "-Atc", TABLES).splitlines()
        if tables and "games" not in tables:
            raise StorageError(
                f"The database {name} has tables of another program, such as {tables[0]}: make an "
                "empty one, and name that in DATABASE_URL."
            )
        if tables:
            check_replace(f"The database {name} has the tables of this program", replace=replace)
            if int(self._run("psql", "-Atc", OTHERS)):
                raise StorageError(
                    f"The bot, or another program, is connected to the database {name}: end it, "
                    "then restore."
                )
            kept = beside(file, now)
            self.backup(kept)
        with self._program("psql", *QUIET, given=True) as psql:
            assert psql.stdin is not None  # noqa: S101  (it is a pipe)
            with suppress(BrokenPipeError):  # psql has ended, and says why
                psql.stdin.write(EMPTIED)
                with self._reading(file) as script:
                    assert script.stdout is not None  # noqa: S101  (it is a pipe)
                    psql.stdin.writelines(fit_for_older_servers(script.stdout))
                psql.stdin.write("COMMIT;\n")
                psql.stdin.close()
        return changed(copied, kept=kept)

    def _look_into(self, file: Path) -> Copied:
        """What a dump holds. Raises StorageError where it is none of this program."""
        counts: Counter[str] = Counter()
        schema, table = "", ""
        with self._reading(file) as script:
            assert script.stdout  # noqa: S101  (it is a pipe)
            for line in script.stdout:
                if line.startswith("COPY public."):
                    table = line.split()[1].removeprefix("public.")
                elif line == "\\.\n":
                    table = ""
                elif table:
                    counts[table] += 1
                    schema = line.strip() if table == "alembic_version" else schema
        if not schema:
            raise StorageError(f"{file} is no backup of this program.")
        return Copied(counts["games"], counts["actions"], schema)

    def _reading(self, file: Path) -> AbstractContextManager[subprocess.Popen[str]]:
        """The SQL that makes all that a dump holds."""
        return self._program("pg_restore", *PLAIN, "--schema=public", "--file=-", str(file))

    def _run(self, program: str, *arguments: str) -> str:
        """What one of PostgreSQL's programs prints. Raises StorageError."""
        with self._program(program, *arguments) as running:
            return running.communicate()[0]

    @contextmanager
    def _program(
        self, program: str, *arguments: str, given: bool = False
    ) -> Iterator[subprocess.Popen[str]]:
        """One of PostgreSQL's programs, which is `given` its input or not; waited for at the end.

        Raises:
            StorageError: It is not installed, or it failed.
        """
        quiet = ("--no-psqlrc",) if program == "psql" else ()
        with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as problems:
            try:
                running = subprocess.Popen(  # noqa: S603  (programs that are named above)
                    [program, *quiet, *arguments],
                    env={**os.environ, **self._connection()},
                    stdin=subprocess.PIPE if given else subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=problems,
                    encoding="utf-8",
                )
            except FileNotFoundError as error:
                raise StorageError(
                    f"{program} is missing: install PostgreSQL's client programs (on Debian the "
                    "package postgresql-client), of the server's version or newer."
                ) from error
            with running:
                yield running
            if running.returncode:
                problems.seek(0)
                why = problems.read().strip().splitlines()
                raise StorageError(f"{program} fails: {why[-1] if why else running.returncode}.")

    def _connection(self) -> dict[str, str]:
        """The address in the variables of PostgreSQL's programs: no list shows the password."""
        address = self._address
        found = {
            "PGHOST": address.host or _joined(address.query.get("host")),
            "PGPORT": address.port or _joined(address.query.get("port")),
            "PGUSER": address.username,
            "PGPASSWORD": address.password,
            "PGDATABASE": address.database,
        }
        return {key: str(value) for key, value in found.items() if value}


def _joined(values: str | tuple[str, ...] | None) -> str | None:
    """What an address names once or several times, as PostgreSQL's programs read it."""
    return ",".join(values) if isinstance(values, tuple) else values


def fit_for_older_servers(script: Iterable[str]) -> Iterator[str]:
    """The script, with the settings at its head made only where the server knows them.

    Client programs name all that their own version knows, such as `transaction_timeout` since 17.
    """
    lines = iter(script)
    for line in lines:
        setting = SETTING.fullmatch(line)
        yield KNOWN.format(*setting.groups()) if setting else line
        if line.startswith("CREATE "):
            break
    yield from lines
