"""The games in memory: found by their channel, loaded from the store, kept while they are played.

One task at a time moves in a game. What is handed out is never changed afterwards, so look-ups
need not wait for a move that waits for the disk: they see the game as it was before.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from weakref import WeakValueDictionary

import structlog
from cachetools import LRUCache

from bot.games.called import Names
from bot.games.live import LiveGame
from bot.games.snapshots import EVERY, Copies, fits
from bot.refusal import PlayerError
from engine import journal
from storage import Busy, Lobbies, Store, StoredAction, StoredGame, Unsure
from storage.snapshots import Snapshots

log = structlog.stdlib.get_logger(__name__)

MOST_KEPT = 64
MANY = 200
"""From so many entries on a game is loaded beside the event loop."""


class LoadedGames:
    """The games of a store, those in memory that were used last."""

    def __init__(self, store: Store, most_kept: int = MOST_KEPT) -> None:
        self.store = store
        self.names = Names(store)
        self._lobbies = Lobbies(store)
        self._copies = Copies(Snapshots(store))
        self._games: LRUCache[int, LiveGame] = LRUCache(most_kept)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def find(self, guild_id: int | None, channel_id: int | None) -> StoredGame:
        """The game that is played in a channel or thread.

        Raises:
            PlayerError: There is none.
        """
        found = None
        if guild_id is not None and channel_id is not None:
            found = await self.store.game_in(guild_id, channel_id)
        if found is None:
            raise PlayerError(await self._nothing_here(guild_id, channel_id))
        return found

    async def _nothing_here(self, guild_id: int | None, channel_id: int | None) -> str:
        if guild_id is not None and channel_id is not None:
            lobby = await self._lobbies.open_in(guild_id, channel_id)
            if lobby is not None:
                return (
                    "The game of this channel has not begun. Sit down with **Join** or "
                    "`/game join`; the host begins with **Start** or `/game start`."
                )
        return (
            "No game is played in this channel. `/game new` opens one, `/game import` brings one "
            "in from 18xx.games, and `/game list` shows the channels that have one."
        )

    async def load(self, guild_id: int | None, channel_id: int | None) -> LiveGame:
        """The game of a channel, as it was stored last.

        Raises:
            PlayerError: There is none.
        """
        return await self.fresh(await self.find(guild_id, channel_id))

    async def fresh(self, stored: StoredGame) -> LiveGame:
        """A stored game as it was stored last; one that is being moved in, as it was before."""
        live = self._known(stored)
        if live and (live.sequence >= stored.last_sequence or self._lock(stored.id).locked()):
            return self._as_stored(live, stored)
        async with self.playing(stored) as caught_up:
            return caught_up

    @asynccontextmanager
    async def playing(self, stored: StoredGame) -> AsyncIterator[LiveGame]:
        """The game with every entry that is in the store, while nobody else moves in it."""
        async with self._lock(stored.id):
            yield await self._caught_up(stored)
            await self._copy(stored.id)

    @property
    def in_memory(self) -> int:
        """How many games are kept in memory."""
        return len(self._games)

    def forget(self, game_id: int) -> None:
        """Drop a game from memory; it is loaded anew from the store."""
        self._games.pop(game_id, None)

    def _lock(self, game_id: int) -> asyncio.Lock:
        """The lock of a game, the same one for as long as anybody holds it or waits for it."""
        return self._locks.setdefault(game_id, asyncio.Lock())

    async def _caught_up(self, stored: StoredGame) -> LiveGame:
        """The game with every entry that is in the store.

        `stored` may be older than the game in memory: somebody moved while this task waited.
        """
        known = self._known(stored)
        if known and known.sequence > stored.last_sequence:
            stored = await self.store.game(stored.id)
        if known is None or stored.last_sequence - known.sequence > MANY:
            known, actions = await self._begun(stored)
        else:
            actions = await self._since(known.sequence, stored)
        live = self._as_stored(known, stored)
        if actions:
            entries = [(journal.decode(action.body), action.author) for action in actions]
            whys = [action.why for action in actions]
            if len(entries) > MANY:
                live, _ = await asyncio.to_thread(live.after, entries, whys)
            else:
                live, _ = live.after(entries, whys)
        return self._keep(live)

    async def _begun(self, stored: StoredGame) -> tuple[LiveGame, tuple[StoredAction, ...]]:
        """A game as it was copied last, or before its first entry, and the entries after that."""
        if stored.last_sequence >= EVERY:
            found = await self._copies.newest(stored)
            if found is not None:
                live, snapshot = found
                actions = await self._since(snapshot.sequence - 1, stored)
                if fits(snapshot, actions):
                    return live, actions[1:]
        return LiveGame.start(stored), await self._since(0, stored)

    async def _since(self, sequence: int, stored: StoredGame) -> tuple[StoredAction, ...]:
        if sequence >= stored.last_sequence:
            return ()
        return await self.store.actions(stored.id, since=sequence)

    async def _copy(self, game_id: int) -> None:
        """Keep a copy of a game that has grown long.

        The move before it is stored, and its player is to hear that, whatever becomes of the copy.
        """
        live = self._games.get(game_id)
        if live is None or not self._copies.wants(live):
            return
        try:
            [last] = await self.store.actions(game_id, since=live.sequence - 1)
            if not await self._copies.keep(live, last):
                self.forget(game_id)
        except (Busy, Unsure) as error:
            log.warning("a game cannot be copied", game=game_id, problem=error)
        except Exception:
            log.exception("copying a game failed", game=game_id)

    def _known(self, stored: StoredGame) -> LiveGame | None:
        """The game in memory; None also where its number is that of a new one meanwhile."""
        live = self._games.get(stored.id)
        if live is None or _origin(live.stored) != _origin(stored):
            return None
        return live

    def _as_stored(self, live: LiveGame, stored: StoredGame) -> LiveGame:
        """The game with its seats as they were read last, and its players as they are called."""
        live.game.call(self.names.called(stored))
        if live.stored == stored:
            return live
        return replace(live, stored=replace(stored, last_sequence=live.sequence))

    def _keep(self, live: LiveGame) -> LiveGame:
        self._games[live.stored.id] = live
        return live


def _origin(stored: StoredGame) -> tuple[object, ...]:
    """What tells a game from another that has its number after it was deleted."""
    return stored.created_at, stored.setup
