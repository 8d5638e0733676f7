"""What the modules share that keep the tables beside the games: one transaction for each method."""

from __future__ import annotations

from storage.database import Database


class Queries:
    """Reads and writes on the database of a store."""

    def __init__(self, store: Database) -> None:
        self._look = store.looking
        self._read = store.reading
        self._write = store.writing
        self._put = store.put
        self._put_new = store.put_new
