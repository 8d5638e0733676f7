"""The bot on PostgreSQL: it plays, is started again, and goes on."""

from __future__ import annotations

from pathlib import Path

from storage import Cards
from tests.cogs.played import CRASH, Played
from tests.support.postgres import Server
from tests.support.world import open_world

LAY = 64


async def test_it_plays_and_goes_on_after_a_restart(postgres: Server, tmp_path: Path) -> None:
    async with open_world(tmp_path, database_url=postgres.migrated()) as world:
        played = await Played.bring(world, CRASH, LAY)
        for _ in range(4):
            await played.step()
        await played.check()
        game = (await played.live()).stored
        assert await Cards(world.bot.store).newest(game.id, but="call")
        await world.restart()
        await played.step()
        await played.check()
        assert await world.bot.store.waiting_games() == ()
    assert "postgresql" in world.settings.database
