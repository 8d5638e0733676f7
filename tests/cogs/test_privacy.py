"""What the bot keeps of a member, shown, taken out and forgotten; and of a server it left."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import select

from bot.games.servers import AGAIN, LOCAL_TABLE, SERVERS
from storage.schema import metadata
from storage.servers import Servers
from tests.cogs.played import CRASH, Played
from tests.support.world import World, answer_of, open_world

ELSEWHERE = 77 << 22
"""A server of which this Discord knows nothing."""


async def begun(world: World) -> None:
    """A sealed game of two, as far as choosing; player 0 has chosen, and has settings."""
    await world.slash(0, "settings", contrast=True, remind="off", zone="Asia/Kolkata")
    await world.slash(0, "game new", seats="joined")
    await world.slash(1, "game join")
    await world.slash(0, "game start")
    live = await world.bot.games.load(world.guild.id, world.channel.id)
    hand = live.game.state.players[1].hand
    await world.slash(0, "hand keep", cards=" ".join(hand[:8]))


async def elsewhere(world: World) -> None:
    """A game on another server, in the same database."""
    await world.bot.store.create_game(
        guild_id=ELSEWHERE,
        channel_id=1,
        name="elsewhere",
        ruleset="rulebook",
        setup="{}",
        source="new",
        seats=[],
    )


async def everything(world: World) -> str:
    """All rows of all tables as one text."""
    found: list[Any] = []
    async with world.bot.store.reading() as connection:
        for table in metadata.sorted_tables:
            found += [(table.name, *row) for row in await connection.execute(select(table))]
    return "\n".join(map(str, found))


def says(world: World, there: bool | None) -> None:
    """What Discord will say when it is asked whether the bot is in a server."""

    async def ask(_guild_id: int) -> bool | None:
        return there

    world.bot.servers._ask = ask


async def forget(world: World, player: int) -> None:
    """The player has the bot forget who that was."""
    asked = answer_of(await world.slash(player, "privacy delete"))
    assert asked.ephemeral
    await world.click(player, asked, "Forget me")


async def test_who_is_forgotten_is_nowhere_and_the_game_goes_on(world: World) -> None:
    await begun(world)
    me, name = world.players[0].id, world.players[0].name
    assert str(me) in await everything(world)
    assert f"{name}'s game" in await everything(world)
    await forget(world, 0)
    left = await everything(world)
    assert str(me) not in left
    assert name not in left
    live = await world.bot.games.load(world.guild.id, world.channel.id)
    assert [seat.user_id for seat in live.seats] == [None, world.players[1].id]
    assert [player.name for player in live.game.state.players.values()] == ["Player 1", "Bela"]
    [said] = [m for m in world.channel.history() if "Seat 1 is free" in m.content]
    assert name not in said.content
    # somebody goes on from there, and chooses anew
    await world.click(2, said, "Take seat 1: Player 1")
    question = world.channel.history()[-1]
    await world.click(1, question, "Yes, it is")
    live = await world.bot.games.load(world.guild.id, world.channel.id)
    assert live.holder(1) == world.players[2].id
    for player in (0, 1):
        seat = live.game.state.players[player + 1]
        await world.slash(2 - player, "hand keep", cards=" ".join(seat.hand[:8]))
    live = await world.bot.games.load(world.guild.id, world.channel.id)
    assert live.game.step == "draft"
    # the proof of the shuffle holds
    asked = answer_of(await world.slash(1, "game archive"))
    await world.click(1, asked, "Archive it")
    proof = answer_of(await world.slash(1, "game verify"))
    assert "NOT" not in proof.content
    assert "the seats" in proof.content


async def test_moves_programmes_and_offers_are_forgotten(world: World) -> None:
    played = await Played.bring(world, CRASH, 64)
    player = played.on_turn
    me = world.players[player].id
    await played.step()
    await world.slash(player, "settings", numbers=True)
    await world.slash(player, "program pass")
    await world.slash(player, "whatif")
    before = await everything(world)
    assert f"whatif:1:{me}" in before
    await forget(world, player)
    left = await everything(world)
    assert str(me) not in left
    live = await played.live()
    assert len(live.game.history) == 65
    assert live.movers[-1].author is None
    assert "No seat" not in (await world.refused((player + 1) % 4, "game redo"))
    # undo asks nobody who is not there
    others = [p for p in range(4) if p != player]
    answer = answer_of(await world.slash(others[0], "game undo"))
    assert str(me) not in answer.content


async def test_an_open_lobby_closes_with_its_host_and_loses_its_guest(world: World) -> None:
    await world.slash(0, "game new")
    await world.slash(1, "game join")
    await forget(world, 1)
    [lobby] = await world.bot.lobbies.of_server(world.guild.id)
    assert [player.user_id for player in lobby.players] == [world.players[0].id]
    await forget(world, 0)
    assert await world.bot.lobbies.of_server(world.guild.id) == ()
    assert world.players[0].name not in await everything(world)


async def test_what_is_kept_is_shown_and_given_to_the_asker_alone(world: World) -> None:
    nothing = await world.slash(3, "privacy show")
    assert nothing.ephemeral
    assert "I keep nothing of you" in answer_of(nothing).content
    assert "deleted after 30 days" in answer_of(nothing).content
    await begun(world)
    shown = await world.slash(0, "privacy show")
    assert shown.ephemeral
    text = answer_of(shown).content
    assert "seats in 1 game: **Asha's game**" in text
    assert "1 choice of cards" in text
    assert "your settings" in text
    given = await world.slash(0, "privacy export")
    assert given.ephemeral
    [file] = answer_of(given).attachments
    data = json.loads(await file.read())
    assert data["user"] == str(world.players[0].id)
    assert data["preferences"][0]["zone"] == "Asia/Kolkata"
    assert data["notes"] == {f"theme:{world.players[0].id}": "contrast"}
    assert len(json.loads(data["sealed"][0]["cards"])) == 8
    other = json.dumps(data)
    assert str(world.players[1].id) not in other
    kept = answer_of(await world.slash(0, "privacy delete"))
    await world.click(0, kept, "Keep it")
    assert str(world.players[0].id) in await everything(world)
    assert all("privacy" not in said and "keep of you" not in said for said in world.said())


# -- servers -------------------------------------------------------------------------------------


async def test_a_server_that_removes_the_bot_is_deleted_after_its_time(tmp_path: Path) -> None:
    """Not before, and also when the bot was stopped and started meanwhile."""
    async with open_world(tmp_path, leave_days=10) as world:
        await begun(world)
        bot, guild = world.bot, world.guild.id
        await bot.servers.left(guild)
        due = await bot.schedule.find(SERVERS)
        assert due is not None
        assert due.at - bot.clock() > timedelta(days=9)
        await bot.servers.left(guild)
        says(world, there=False)
        again = await bot.schedule.find(SERVERS)
        assert again is not None
        assert again.at == due.at, "the first time counts"
        await bot.servers._let_go(due, due.at - timedelta(minutes=1))
        [game] = await bot.store.games_of(guild)
        await bot.store.remember(note := f"whatif:{game.id}:{world.players[0].id}", "tries")
        done = await bot.servers._let_go(due, due.at)
        assert done.again is None
        left = await everything(world)
        assert str(guild) not in left
        assert "Asha" not in left
        assert note not in left
        assert "preferences" in left, "what is a member's own stays"


async def test_a_server_that_has_the_bot_back_in_time_keeps_everything(world: World) -> None:
    await begun(world)
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    before = await everything(world)
    await world.bot.on_guild_remove(guild)
    assert await everything(world) != before
    await world.bot.on_guild_join(guild)
    assert await everything(world) == before


async def test_what_happened_while_the_bot_was_away_is_noted_at_the_start(world: World) -> None:
    """At a start it is in its servers: those that it knows and is not in any more have lost it."""
    bot = world.bot
    await begun(world)
    await elsewhere(world)
    await bot.servers.left(world.guild.id)
    await bot.servers.compare({world.guild.id}, lambda guild: guild != ELSEWHERE)
    assert await bot.schedule.find(SERVERS) is None, "another process sees to that server"
    assert world.guild.id == LOCAL_TABLE
    await bot.servers.compare(set(), lambda _: True)  # on Discord there is no such server
    due = await bot.schedule.find(SERVERS)
    assert due is not None
    says(world, there=False)
    await bot.servers._let_go(due, due.at)
    assert [game.name for game in await bot.store.all_games()] == ["Asha's game"]


async def test_before_a_server_is_deleted_discord_is_asked(world: World) -> None:
    """It may have the bot back unheard: the process of its shard was away, another one deletes."""
    bot = world.bot
    await elsewhere(world)
    await bot.servers.left(ELSEWHERE)
    before = await everything(world)
    due = await bot.schedule.find(SERVERS)
    assert due is not None
    assert await bot._is_in(ELSEWHERE) is None, "a Discord in memory does not know"
    late = due.at + timedelta(days=3)
    done = await bot.servers._let_go(due, late)
    assert done.again == late + AGAIN
    assert await everything(world) == before
    says(world, there=True)
    done = await bot.servers._let_go(due, late)
    assert done.again is None
    assert [game.name for game in await bot.store.all_games()] == ["elsewhere"]
    assert await Servers(bot.store).departures() == ()


async def test_a_table_without_discord_says_nothing_of_discords_servers(world: World) -> None:
    """Whoever starts it once on the same database loses no game by that."""
    await elsewhere(world)
    await world.restart()
    assert await world.bot.schedule.find(SERVERS) is None


async def test_a_table_that_was_taken_for_a_server_left_keeps_its_games(world: World) -> None:
    """Older versions did so where a bot on Discord began on its database; both set it right."""
    await begun(world)
    await world.bot.servers.left(LOCAL_TABLE)
    await world.restart()
    assert await world.bot.schedule.find(SERVERS) is None
    await world.bot.servers.left(LOCAL_TABLE)
    await world.bot.servers.compare({ELSEWHERE}, lambda _: True)
    assert await world.bot.schedule.find(SERVERS) is None
