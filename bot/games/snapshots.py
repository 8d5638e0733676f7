"""Copies of long games, so that they are loaded at once: written now and then, read at a load.

A copy is pickled, and only what this very program wrote is read: its sources have one SHA-256, and
nothing but the plain data of the engine and of a `LiveGame` may stand in it.
"""

from __future__ import annotations

import hashlib
import io
import pickle
import sys
import zlib
from collections.abc import Sequence
from dataclasses import replace
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

import structlog

import engine
from bot.games.live import LiveGame
from bot.games.setups import setup_of
from storage import StoredAction, StoredGame
from storage.snapshots import Snapshot, Snapshots

log = structlog.stdlib.get_logger(__name__)

EVERY = 200
"""A game is copied when it has grown by so many entries; a shorter one is played from its list."""
SOURCES = (Path(engine.__file__).parent, Path(__file__).parent)
OURS = ("engine.", "bot.games.", "storage.records")
PLAIN = frozenset({("builtins", "set"), ("builtins", "frozenset"), ("datetime", "datetime")})
PLAIN |= {("datetime", "timezone"), ("datetime", "timedelta"), ("copyreg", "_reconstructor")}


class Copies:
    """The copies of all games."""

    def __init__(self, stored: Snapshots) -> None:
        self._stored = stored
        self._last: dict[int, int] = {}
        """The place of the last copy of each game, as far as it is known."""

    async def newest(self, stored: StoredGame) -> tuple[LiveGame, Snapshot] | None:
        """The copy of a game, to be compared with its list by `fits`; None where it has none."""
        found = await self._stored.get(stored.id, program())
        if found is None or found.sequence > stored.last_sequence:
            return None
        try:
            live = _read(found.body)
        except Exception:
            log.exception("a copy of a game cannot be read", game=stored.id)
            return None
        self._last[stored.id] = found.sequence
        game = live.game.renamed(setup_of(stored).players)
        game.seal()
        return replace(live, stored=stored, game=game), found

    async def keep(self, live: LiveGame, entry: StoredAction) -> bool:
        """Store a copy of a game; `entry` is the last of its list.

        False where the game in memory knows a member who was forgotten.
        """
        self._last[live.stored.id] = live.sequence
        body = _written(live)
        copy = Snapshot(live.stored.id, live.sequence, program(), mark_of(entry), body)
        if await self._stored.put(copy, live.authors):
            return True
        del self._last[live.stored.id]
        return False

    def wants(self, live: LiveGame) -> bool:
        """Whether a game has grown so long that it is to be copied."""
        return live.sequence - self._last.get(live.stored.id, 0) >= EVERY


def fits(snapshot: Snapshot, actions: Sequence[StoredAction]) -> bool:
    """Whether a copy is of a list that goes on with these actions, the first being its last."""
    return (
        bool(actions)
        and actions[0].sequence == snapshot.sequence
        and mark_of(actions[0]) == snapshot.mark
    )


def mark_of(action: StoredAction) -> str:
    """Tells an entry from every other one at that place: who made it, and when."""
    told = (action.sequence, action.body, action.author, action.created_at.isoformat(), action.why)
    return hashlib.sha256(repr(told).encode()).hexdigest()


@cache
def program() -> str:
    """Tells this program from others: the sources of the rules and of what is kept of a game."""
    told = hashlib.sha256(sys.version.encode())
    for folder in SOURCES:
        for path in sorted(p for p in folder.rglob("*") if p.suffix in {".py", ".json"}):
            told.update(f"{path.relative_to(folder)}\0".encode())
            told.update(path.read_bytes())
    return told.hexdigest()


def _written(live: LiveGame) -> bytes:
    """A game without what its row and its seats tell, above all names: those are read anew."""
    stored = replace(live.stored, name="", setup="", seats=(), offer=None, opened_by=None)
    game = live.game.renamed([""] * len(live.game.setup.players))
    live = replace(live, stored=stored, game=game, _legal={})
    return zlib.compress(pickle.dumps(live, pickle.HIGHEST_PROTOCOL), 1)


def _read(body: bytes) -> LiveGame:
    """Raises an error of any kind where it is none of ours, or damaged."""
    live = _Reader(io.BytesIO(zlib.decompress(body))).load()
    if not isinstance(live, LiveGame):
        raise pickle.UnpicklingError(f"a {type(live).__name__} is no game")
    return live


class _Reader(pickle.Unpickler):
    """Makes plain data of our own, and nothing else: a database may have been given to us."""

    def find_class(self, module: str, name: str) -> Any:
        found = super().find_class(module, name) if module.startswith(OURS) else None
        if isinstance(found, type) and (found.__module__ == module or issubclass(found, Enum)):
            return found
        if (module, name) in PLAIN:
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name} does not belong into a copy of a game")
