"""From `/game new` to the first certificate: by buttons and by commands, with a restart between."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import discord
import pytest
from discord import AppCommandOptionType
from discord.app_commands import Command

from bot.games.lobby import KEPT
from engine.sealed import Secret
from storage import Lobbies
from tests.support.world import World, answer_of

RESTARTS = pytest.mark.parametrize("restart", [False, True], ids=["same bot", "after a restart"])


def board(world: World, channel: Any = None) -> discord.Message:
    """The message of the lobby."""
    shown = (channel or world.channel).history()
    return next(m for m in reversed(shown) if m.embeds and "lobby" in (m.embeds[0].title or ""))


def text_of(message: discord.Message) -> str:
    embed = message.embeds[0]
    return "\n".join([embed.description or "", *(f"{f.name}\n{f.value}" for f in embed.fields)])


async def opened(world: World, player: int = 0, **options: Any) -> discord.Message:
    answer = answer_of(await world.slash(player, "game new", **options))
    assert answer.ephemeral
    assert "as soon as another player has joined, begin with **Start**" in answer.content
    return board(world)


async def live(world: World, channel: Any = None) -> Any:
    return await world.bot.games.load(world.guild.id, (channel or world.channel).id)


# -- to the first selection ----------------------------------------------------------------------


@RESTARTS
@pytest.mark.parametrize("buttons", [True, False], ids=["buttons", "commands"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
async def test_to_the_first_selection(
    world: World, players: int, buttons: bool, restart: bool
) -> None:
    async def do(player: int, deed: str) -> None:
        if buttons:
            await world.click(player, board(world), deed.capitalize())
        else:
            await world.slash(player, f"game {deed}")

    await opened(world, name="Evening")
    if restart:
        await world.restart()
    for player in range(1, players):
        await do(player, "join")
    await do(0, "start")
    game = await live(world)
    assert sorted(s.user_id for s in game.seats) == sorted(m.id for m in world.players[:players])
    assert game.game.step == "select"
    first = next(i for i, m in enumerate(world.players) if m.id == game.holder(1))
    hand = game.game.state.players[1].hand
    kept = " ".join(hand[: game.game.legal().keep_count])
    await world.slash(first, "hand keep", cards=kept)
    game = await live(world)
    assert not game.game.history
    assert await world.bot.opening.chosen(game) == {1: tuple(kept.split())}
    assert "begun" in text_of(board(world))
    assert labels_of(board(world)) == []


def labels_of(message: discord.Message) -> list[str]:
    return [
        item.label or ""
        for row in message.components
        if isinstance(row, discord.ActionRow)
        for item in row.children
        if isinstance(item, discord.Button)
    ]


async def test_the_lobby_tells_who_sits_who_is_asked_and_who_is_missing(world: World) -> None:
    message = await opened(world, players=f"{world.players[1].mention}{world.players[2].mention}")
    shown = text_of(message)
    assert "1. Asha (host)" in shown
    assert "Asked\nBela, Chand" in shown
    assert "1 more player needed" in shown
    assert world.players[1].mention in message.content
    assert labels_of(message) == ["Join", "Leave", "Start", "Close"]
    await world.click(2, message, "Join")
    shown = text_of(board(world))
    assert "2. Chand" in shown
    assert "Asked\nBela" in shown
    again = await world.click(2, message, "Join")
    assert answer_of(again).content == "You sit in this lobby already."
    assert answer_of(again).ephemeral
    await world.click(1, message, "Leave")
    assert "Asked" not in text_of(board(world))


async def test_who_is_asked_is_pinged_and_nobody_else(world: World) -> None:
    await opened(world, name="@everyone <@7>", players=world.players[1].mention)
    request = next(
        r for r in world.env.http_requests if r.path.endswith("/messages") and r.method == "POST"
    )
    assert request.json is not None
    assert request.json["allowed_mentions"]["users"] == [world.players[1].id]
    assert request.json["allowed_mentions"]["parse"] == []
    title = board(world).embeds[0].title or ""
    assert "@everyone" not in title
    assert "<@" not in title


@pytest.mark.parametrize(
    ("people", "words"),
    [
        ("Bela", "is no mention"),
        ("<@99999999999999999999>", "is no mention"),
        ("<@7>", "is not on this server"),
        ("<#7>", "is no mention"),
        ("{bot}", "is a bot"),
    ],
)
async def test_who_cannot_be_asked(world: World, people: str, words: str) -> None:
    assert world.bot.user is not None
    people = people.format(bot=world.bot.user.mention)
    assert words in await world.refused(0, "game new", players=people)
    assert world.said() == []


# -- who may what --------------------------------------------------------------------------------


async def test_double_clicks_change_nothing(world: World) -> None:
    message = await opened(world)
    await world.together(*(world.click(1, message, "Join") for _ in range(3)))
    assert text_of(board(world)).count("Bela") == 1
    await world.together(*(world.click(0, message, "Start") for _ in range(3)))
    games = await world.bot.store.games_of(world.guild.id)
    assert len(games) == 1
    assert sum("begins" in line for line in world.said()) == 1


async def test_a_sixth_finds_no_place(world: World) -> None:
    message = await opened(world)
    for player in range(1, 5):
        await world.click(player, message, "Join")
    extra = world.guild.add_member(world.env.create_user("Farid"))
    answer = answer_of(await extra.click(message, label="Join"))
    assert answer.ephemeral
    assert "All 5 places are taken" in answer.content
    assert "Farid" not in text_of(board(world))


@pytest.mark.parametrize("deed", ["Start", "Close"])
async def test_strangers_neither_start_nor_close(world: World, deed: str) -> None:
    message = await opened(world, player=1)
    await world.click(2, message, "Join")
    for player in (2, 3):
        answer = answer_of(await world.click(player, message, deed))
        assert answer.ephemeral
        assert "Only Bela" in answer.content
    assert await world.bot.store.games_of(world.guild.id) == ()
    assert labels_of(board(world))


async def test_who_manages_messages_may_close(world: World) -> None:
    """The owner of the server may everything."""
    message = await opened(world, player=1)
    await world.click(0, message, "Close")
    assert "closed" in text_of(board(world))
    assert labels_of(board(world)) == []
    assert "/game new" in await world.refused(2, "game join")


async def test_one_alone_cannot_start(world: World) -> None:
    message = await opened(world)
    answer = answer_of(await world.click(0, message, "Start"))
    assert "1 more must join" in answer.content
    assert "1 more must join" in await world.refused(0, "game start")


async def test_leaving_and_coming_back(world: World) -> None:
    await opened(world)
    for _ in range(2):
        assert "You sit" in answer_of(await world.slash(1, "game join")).content
    assert "already" in answer_of(await world.slash(1, "game join")).content
    assert "have left" in answer_of(await world.slash(0, "game leave")).content
    assert "do not sit" in answer_of(await world.slash(0, "game leave")).content
    assert "Only" not in answer_of(await world.slash(0, "game join")).content
    assert re.search(r"1\. Bela\n2\. Asha \(host\)", text_of(board(world)))


# -- where -----------------------------------------------------------------------------------------


async def test_a_channel_has_one_lobby_or_game(world: World) -> None:
    message = await opened(world)
    assert "open in this channel already" in await world.refused(1, "game new")
    await world.click(1, message, "Join")
    await world.click(0, message, "Start")
    refusal = await world.refused(1, "game new")
    assert "played in this channel already" in refusal
    assert "thread:True" in refusal
    assert "has begun" in await world.refused(2, "game join")


async def test_a_thread_of_its_own(world: World) -> None:
    answer = answer_of(await world.slash(0, "game new", name="Evening", thread=True))
    [thread] = world.channel.threads
    assert thread.name == "Evening"
    assert f"<#{thread.id}>" in answer.content
    message = board(world, thread)
    await world.click(1, message, "Join")
    await world.click(0, message, "Start")
    assert (await live(world, thread)).stored.channel_id == thread.id
    assert await world.bot.store.game_in(world.guild.id, world.channel.id) is None


async def test_where_the_bot_may_not_write_nothing_is_left(world: World) -> None:
    world.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=None)
    assert "Send Messages" in await world.refused(0, "game new")
    world.env.backend.faults.clear()
    await opened(world)


async def test_a_thread_that_is_of_no_use_is_taken_away(world: World) -> None:
    refusal = await world.refused(0, "game new", thread=True, seed=7)
    assert "no seed" in refusal
    assert not world.channel.threads


PRIVACY = {"privacy show", "privacy export", "privacy delete"}
WITHOUT_A_GAME = PRIVACY | {
    "help",
    "about",
    "away",
    "settings",
    "game new",
    "game import",
    "game list",
}
"""Commands that need none."""


def commands_of(world: World) -> dict[str, dict[str, Any]]:
    """All commands that need a game, with something for each option that must be filled."""
    fill: dict[Any, Any] = {
        AppCommandOptionType.string: "PNS",
        AppCommandOptionType.integer: 1,
        AppCommandOptionType.user: world.players[1],
    }
    found = {}
    for command in world.bot.tree.walk_commands():
        if isinstance(command, Command) and command.qualified_name not in WITHOUT_A_GAME:
            needed = [option for option in command.parameters if option.required]
            found[command.qualified_name] = {
                option.display_name: option.choices[0].value
                if option.choices
                else fill[option.type]
                for option in needed
            }
    return found


async def test_every_command_says_how_a_game_is_opened(world: World) -> None:
    commands = commands_of(world)
    assert len(commands) > 40
    for command, options in commands.items():
        assert "/game new" in await world.refused(0, command, **options), command
    await opened(world, player=1)
    for command, options in commands.items():
        if command not in {"game join", "game leave", "game start"}:
            refusal = await world.refused(0, command, **options)
            assert "Join" in refusal, command
            assert "/game start" in refusal, command


# -- the host is called, and time ----------------------------------------------------------------


async def test_the_host_is_called_once_when_it_can_start_and_once_when_it_is_full(
    world: World,
) -> None:
    message = await opened(world)

    def calls() -> list[str]:
        return [line for line in world.said() if line.startswith(world.players[0].mention)]

    await world.click(1, message, "Join")
    assert len(calls()) == 1
    await world.click(1, message, "Leave")
    for player in (1, 2, 3):
        await world.click(player, message, "Join")
    assert len(calls()) == 1
    await world.restart()
    await world.click(4, message, "Join")
    assert len(calls()) == 2
    assert "all 5 places" in calls()[-1]
    await world.click(4, message, "Leave")
    await world.click(4, message, "Join")
    assert len(calls()) == 2


@RESTARTS
async def test_a_lobby_that_nobody_touches_closes_itself(world: World, restart: bool) -> None:
    message = await opened(world, name="Evening")
    await world.env.advance_time(KEPT.total_seconds() - 3600)
    await world.click(1, message, "Join")
    if restart:
        await world.restart()
    await world.env.advance_time(KEPT.total_seconds() - 3600)
    assert labels_of(board(world))
    await world.env.advance_time(2 * 3600)
    assert labels_of(board(world)) == []
    assert "**Evening** is closed" in world.said()[-1]
    await opened(world)


async def test_time_passes_while_the_bot_is_away(world: World) -> None:
    await opened(world)
    [lobby] = await Lobbies(world.bot.store).open_lobbies()
    late = Lobbies(world.bot.store, lambda: lobby.touched_at - timedelta(days=15))
    await late.leave(lobby.id, 7)
    await world.restart()
    assert "is closed" in world.said()[-1]


# -- the shuffle ---------------------------------------------------------------------------------


async def begun(world: World, **options: Any) -> Any:
    message = await opened(world, **options)
    await world.click(1, message, "Join")
    await world.click(2, message, "Join")
    await world.click(0, message, "Start")
    return await live(world)


async def test_seats_as_joined_and_the_seed_of_18xx_games(world: World) -> None:
    game = await begun(world, seats="joined", shuffle="site", seed=301)
    assert [s.user_id for s in game.seats] == [m.id for m in world.players[:3]]
    assert game.game.setup.seed == 301
    said = world.said()[-2]
    assert "can compute all hands" in said
    assert "301" not in "".join(world.said())


async def test_a_sealed_shuffle_tells_its_hash_and_nothing_else(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    game = await begun(world)
    secret = game.game.setup.seed
    assert isinstance(secret, Secret)
    line = next(line for line in world.said() if "begins" in line)
    assert secret.sha256 in line
    assert "Joined in this order: Asha, Bela, Chand" in line
    told = secret.shuffled("seats", ["Asha", "Bela", "Chand"])
    assert [s.player for s in game.seats] == told
    assert f"1 {told[0]}, 2 {told[1]}, 3 {told[2]}" in line
    called = " ".join(f"<@{game.holder(number)}>" for number in (1, 2, 3))
    assert f"→ {called}: certificate selection, all at the same time" in line
    await world.refused(3, "game verify")
    shown = repr(world.env.http_requests) + caplog.text + world.env.transcript() + repr(game.stored)
    assert secret.reveal() not in shown


async def test_the_secret_is_told_when_the_game_is_put_away(world: World) -> None:
    game = await begun(world)
    secret = game.game.setup.seed
    assert "revealed when it is over" in await world.refused(1, "game verify")
    asked = answer_of(await world.slash(0, "game archive"))
    assert secret.reveal() not in "".join(world.said())
    await world.click(0, asked, "Archive it")
    assert secret.reveal() in world.said()[-1]
    proved = answer_of(await world.slash(4, "game verify")).content
    assert secret.reveal() in proved
    assert secret.sha256 in proved
    for part in ("the seats", "the companies", "the hands", "the IPO rows", "the Open Market"):
        assert part in proved
    assert "Not the same" not in proved
    await opened(world)
