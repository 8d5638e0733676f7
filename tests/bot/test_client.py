"""The client asks Discord for little, registers commands only when they change, keeps the store."""

from pathlib import Path

import discord

from bot.client import OperatingRoundBot
from bot.start.local_table import Table, lay_table
from storage import Seat
from tests.support.world import World, settings_for


def registrations(table: Table) -> int:
    """How often the bot told Discord its commands."""
    requests = table.env.http_requests
    return sum(r.method == "PUT" and r.path.startswith("/applications/") for r in requests)


async def test_it_needs_no_privilege_and_pings_nobody(world: World) -> None:
    assert world.bot.intents == discord.Intents(guilds=True)
    mentions = world.bot.allowed_mentions
    assert mentions is not None
    assert not any((mentions.everyone, mentions.users, mentions.roles, mentions.replied_user))


async def test_commands_are_registered_only_when_they_change(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    table = lay_table(OperatingRoundBot(settings), seats=2)
    counts = []
    await table.env.start()
    for note in (None, "another payload"):
        old = table.env.bot
        assert isinstance(old, OperatingRoundBot)
        if note:
            await old.store.remember(f"commands:{old.application_id}", note)
        new = OperatingRoundBot(settings)
        await table.env.restart_bot(new)
        await old.close()
        counts.append(registrations(table))
    await table.env.shutdown()
    await new.close()
    assert counts == [1, 2]


async def test_games_stay_over_a_restart(world: World) -> None:
    game = await world.bot.store.create_game(
        guild_id=world.guild.id,
        channel_id=world.channel.id,
        name="Bengal evenings",
        ruleset="rulebook",
        setup="{}",
        source="new",
        seats=[Seat(0, "Asha", world.players[0].id)],
    )
    await world.restart()
    assert await world.bot.store.game_in(world.guild.id, world.channel.id) == game


async def test_ids_are_the_same_at_every_table(tmp_path: Path) -> None:
    def ids(seats: int) -> list[int]:
        table = lay_table(OperatingRoundBot(settings_for(tmp_path)), seats)
        return [table.guild.id, table.channel.id, *(m.id for m in table.members)]

    assert ids(5)[:4] == ids(2)
