"""Several games in one server, one in each channel or thread, and none knows of another."""

from __future__ import annotations

import discord
import simcord

from tests.cogs.cards import told
from tests.cogs.played import CRASH, HOARDER, MIXED2, Played
from tests.support.world import World, answer_of


def thread_in(world: World, channel: simcord.ChannelHandle, name: str) -> simcord.ChannelHandle:
    """A thread of that channel."""
    world.env.backend.create_thread(channel.id, name, world.players[0].id)
    return next(thread for thread in channel.threads if thread.name == name)


async def test_games_in_channels_and_threads_go_their_own_ways(world: World) -> None:
    channel = world.guild.create_text_channel("second")
    games = [
        await Played.bring(world, CRASH, 64),
        await Played.bring(world, MIXED2, 52, channel=channel),
        await Played.bring(world, HOARDER, 53, channel=thread_in(world, channel, "third")),
    ]
    for _ in range(3):
        for played in games:
            said = [told(world, other.channel) for other in games]
            await played.step()
            now = [told(world, other.channel) for other in games]
            changed = [before != after for before, after in zip(said, now, strict=True)]
            assert changed == [other is played for other in games]
    for played in games:
        await played.check()
    listed = answer_of(await world.slash(4, "game list")).content
    for played in games:
        assert f"<#{played.channel.id}>" in listed
        assert f"{len(played.game.history)} moves" in listed


async def test_one_players_games_do_not_mix(world: World) -> None:
    """Who is on turn here may not be on turn there."""
    channel = world.guild.create_text_channel("second")
    here = await Played.bring(world, CRASH, 64)
    there = await Played.bring(world, MIXED2, 25, channel=channel)
    command, options = here.command
    refusal = await world.refused(here.on_turn, command, channel=channel, **options)
    assert "It is" in refusal or "No company" in refusal
    await there.check()


async def test_servers_list_their_own_games_only(world: World) -> None:
    await Played.bring(world, CRASH, 10)
    assert await world.bot.store.games_of(world.guild.id + 1) == ()
    assert "No game is played" in answer_of(await elsewhere(world)).content


async def elsewhere(world: World) -> simcord.InteractionResult:
    """`/game list` in another server."""
    guild = world.env.create_guild("Another server", owner=world.players[0].user)
    channel = guild.create_text_channel("games")
    member = guild.add_member(world.env.create_user("Farid"))
    return await member.slash(channel, "game list")


async def test_only_the_games_of_channels_that_one_may_see_are_listed(world: World) -> None:
    deny = discord.PermissionOverwrite(view_channel=False)
    secret = world.guild.create_text_channel("secret", overwrites={world.players[4]: deny})
    await Played.bring(world, CRASH, 10)
    await Played.bring(world, MIXED2, 10, channel=secret)
    listed = answer_of(await world.slash(4, "game list")).content
    assert f"<#{world.channel.id}>" in listed
    assert f"<#{secret.id}>" not in listed
    assert f"<#{secret.id}>" in answer_of(await world.slash(0, "game list")).content


async def test_lobbies_are_listed_too(world: World) -> None:
    await world.slash(0, "game new", name="Evening")
    listed = answer_of(await world.slash(4, "game list")).content
    assert f"**Evening** in <#{world.channel.id}>: a lobby, 1 player" in listed
