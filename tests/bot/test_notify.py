"""What a channel hears: each line once, whatever fails, and one status message that follows."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys

import discord
import pytest

from bot.present.status import status_embed
from engine.journal import encode
from tests.cogs.played import CRASH, Played
from tests.support.process import ROOT
from tests.support.world import World

LAY, PASS = 64, 66
ANSWERS, MESSAGES = "/interactions/*", "/channels/*/messages"
EVER = None


def statuses(world: World) -> list[discord.Message]:
    """The status messages in the channel."""
    return [m for m in world.channel.history() if m.embeds and not m.flags.ephemeral]


def lines(world: World) -> list[str]:
    """The lines of moves in the channel."""
    return [text for text in world.said() if text and "brings in" not in text]


def posts(world: World, method: str, part: str) -> int:
    """How many requests of that kind the bot sent."""
    return sum(r.method == method and part in r.path for r in world.env.http_requests)


async def shows_the_game(played: Played) -> None:
    """The one status message is that of the game as it stands."""
    [status] = statuses(played.world)
    live = await played.live()
    assert status.embeds[0].to_dict() == status_embed(live.game, live.stored.name).to_dict()


async def nothing_waits(world: World) -> None:
    assert await world.bot.store.pending_outbox() == ()


# -- lines ---------------------------------------------------------------------------------------


async def test_a_move_is_told_in_one_line_and_the_status_follows(world: World) -> None:
    played = await Played.bring(world, CRASH, LAY)
    await shows_the_game(played)
    for moves in (1, 2, 3):
        await played.step()
        assert len(lines(world)) == moves
        await shows_the_game(played)
    await nothing_waits(world)


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (500, 0)])
async def test_a_line_that_is_no_answer_any_more_goes_to_the_channel(
    world: World, status: int, code: int
) -> None:
    played = await Played.bring(world, CRASH, LAY)
    command, options = played.command
    world.env.inject_error("POST", ANSWERS, status=status, code=code, times=9)
    await world.slash(played.on_turn, command, **options)
    played.advance()
    await played.check()
    assert len(lines(world)) == 1
    await shows_the_game(played)
    await nothing_waits(world)


async def test_what_a_killed_bot_did_not_say_is_said_once_by_the_next(world: World) -> None:
    """The answer, the line and the status fail: as far as Discord knows the bot died."""
    played = await Played.bring(world, CRASH, LAY)
    command, options = played.command
    world.env.inject_error("*", "/*", status=500, times=EVER)
    await world.slash(played.on_turn, command, **options)
    played.advance()
    await played.check()
    assert lines(world) == []
    world.env.backend.faults.clear()
    for _ in range(2):
        await world.restart()
        assert len(lines(world)) == 1
        await shows_the_game(played)
    await nothing_waits(world)
    await played.check()


MOVE_AND_DIE = """
import asyncio, os, signal, sys
from bot.games.service import GameService
from engine.journal import decode
from storage import Store

async def main(url, guild, channel, user, body):
    games = GameService(await Store.open(url))
    await games.move(int(guild), int(channel), int(user), lambda _: decode(body))
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main(*sys.argv[1:]))
"""


async def test_kill_9_between_the_commit_and_the_answer(world: World) -> None:
    played = await Played.bring(world, CRASH, LAY)
    user = world.players[played.on_turn].id
    words = [world.settings.database, world.guild.id, world.channel.id, user]
    died = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", MOVE_AND_DIE, *map(str, words), encode(played.action)],
        cwd=ROOT,
        check=False,
    )
    assert died.returncode == -signal.SIGKILL
    played.advance()
    await played.check()
    assert lines(world) == []
    await world.restart()
    assert len(lines(world)) == 1
    await shows_the_game(played)
    await nothing_waits(world)


async def test_lines_that_waited_are_said_in_their_order_with_the_next_move(world: World) -> None:
    played = await Played.bring(world, CRASH, LAY)
    world.env.inject_error("*", "/*", status=500, times=EVER)
    for _ in range(2):
        command, options = played.command
        await world.slash(played.on_turn, command, **options)
        played.advance()
    world.env.backend.faults.clear()
    await played.step()
    moves = (await played.live()).game.history
    assert len(moves) == LAY + 3
    assert len(lines(world)) == 3
    assert len(set(lines(world))) == 3
    await shows_the_game(played)
    await nothing_waits(world)


async def test_a_connection_that_breaks_loses_no_line(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = await Played.bring(world, CRASH, LAY)
    command, options = played.command

    async def broken(*_arguments: object, **_options: object) -> None:
        raise ConnectionResetError("broken pipe")

    monkeypatch.setattr(discord.InteractionResponse, "send_message", broken)
    await world.slash(played.on_turn, command, **options)
    played.advance()
    await played.check()
    assert len(lines(world)) == 1
    await nothing_waits(world)


@pytest.mark.parametrize(
    ("status", "code"), [(403, 50013), (403, 50001), (404, 10003), (400, 50035)]
)
async def test_where_the_bot_may_not_speak_the_move_stands_and_the_log_tells(
    world: World, caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    played = await Played.bring(world, CRASH, LAY)
    command, options = played.command
    for path in (ANSWERS, "/channels/*"):
        world.env.inject_error("*", path, status=status, code=code, times=EVER)
    await world.slash(played.on_turn, command, **options)
    played.advance()
    await played.check()
    assert "cannot speak" in caplog.text
    assert "cannot show status" in caplog.text
    await nothing_waits(world)
    tries = len(world.env.http_requests)
    await world.bot.notifier.flush()
    assert len(world.env.http_requests) == tries


async def test_a_channel_that_was_deleted_hurts_no_other(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    lost = world.guild.create_text_channel("lost")
    gone = await Played.bring(world, CRASH, LAY, channel=lost)
    kept = await Played.bring(world, CRASH, LAY)
    user = world.players[gone.on_turn].id
    action = gone.action
    world.env.backend.delete_channel(lost.id)
    moved = await world.bot.games.move(world.guild.id, lost.id, user, lambda _: action)
    world.bot.games.answering.discard(moved.line_id)
    await world.restart()
    gone.advance()
    await gone.check()
    assert "cannot speak" in caplog.text
    await nothing_waits(world)
    await kept.step()
    await kept.check()
    assert len(lines(world)) == 1


# -- the status message --------------------------------------------------------------------------


async def test_the_status_is_edited_in_place(world: World) -> None:
    played = await Played.bring(world, CRASH, LAY)
    [before] = statuses(world)
    await played.step()
    [after] = statuses(world)
    assert after.id == before.id
    assert after.embeds != before.embeds


async def test_a_status_that_was_deleted_is_posted_anew(world: World) -> None:
    played = await Played.bring(world, CRASH, LAY)
    [before] = statuses(world)
    await world.players[0].delete(before)
    await played.step()
    await shows_the_game(played)
    [after] = statuses(world)
    assert after.id != before.id


async def test_a_status_that_is_too_old_to_edit_is_posted_anew(world: World) -> None:
    played = await Played.bring(world, CRASH, LAY)
    [before] = statuses(world)
    world.env.inject_error("PATCH", "/channels/*", status=400, code=30046)
    await played.step()
    assert [m.id == before.id for m in statuses(world)] == [True, False]
    await played.step()
    assert posts(world, "PATCH", f"/messages/{statuses(world)[-1].id}") == 1


@pytest.mark.parametrize(("minutes", "anew"), [(49, False), (51, True)])
async def test_an_old_status_is_replaced(world: World, minutes: int, anew: bool) -> None:
    played = await Played.bring(world, CRASH, LAY)
    [before] = statuses(world)
    await world.env.advance_time(minutes * 60)
    await played.step()
    await shows_the_game(played)
    [after] = statuses(world)
    assert (after.id != before.id) is anew
    assert (world.channel.history()[-1].id == after.id) is anew


async def test_several_renewals_at_once_become_one(world: World) -> None:
    """One is under way; of those that come meanwhile one is made, which shows all."""
    await Played.bring(world, CRASH, LAY)
    stored = await world.bot.store.game_in(world.guild.id, world.channel.id)
    assert stored is not None
    edits = posts(world, "PATCH", "/messages/")
    renewed = await asyncio.gather(*(world.bot.notifier.refresh(stored.id) for _ in range(5)))
    assert renewed == [True, True, False, False, False]
    assert posts(world, "PATCH", "/messages/") == edits + 2


async def test_after_many_moves_at_once_the_status_shows_the_last(world: World) -> None:
    played = await Played.bring(world, CRASH, PASS)
    await world.together(*(world.slash(player, "pass") for player in range(4) for _ in range(3)))
    live = await played.live()
    assert len(live.game.history) > PASS + 2
    await shows_the_game(played)
