"""A recorded game in a store, and services that work on it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.games.facts import SEATS, Arrived, encode
from bot.games.service import GameService, Place
from engine import RULEBOOK
from engine.actions import AnyAction
from interchange.replay import Replay
from interchange.site_log import parse
from storage import NewMessage, Store
from tests.cogs.played import CRASH, log_of
from tests.support.stored import store_game

PLACE = Place(1, 2)
USERS = (None, 101, 102, 103, 104)
"""The member in each seat, by its number."""
LAY = 64


class Table:
    """Services on one database, and the recorded moves that come next."""

    def __init__(self, url: str, name: str, at: int) -> None:
        self.url = url
        self.at = at
        self.game = Replay(parse(log_of(name)), RULEBOOK).run()
        self.actions: list[AnyAction] = [applied.action for applied in self.game.history]
        self.stores: list[Store] = []

    async def service(self) -> GameService:
        """Another service, as another process of the bot has it."""
        store = await Store.open(self.url)
        self.stores.append(store)
        return GameService(store)

    async def bring(self, until: int | None = None) -> GameService:
        """Store the game up to its move `until`, or `at`; the first service."""
        games = await self.service()
        players = self.game.setup.players
        arrived = Arrived(101, "evening", players, self.at)
        await store_game(
            games.store,
            self.game.setup,
            self.actions[: until or self.at],
            users=USERS[1:],
            outbox=[NewMessage(2, SEATS, encode(arrived))],
        )
        await games.store.mark_said(1)
        return games


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A table at which nobody has moved since the import."""
    table = Table(f"sqlite+aiosqlite:///{tmp_path}/games.db", CRASH, LAY)
    yield table
    for store in table.stores:
        await store.close()
