"""What a channel hears: each move once, whatever fails, and one status message that follows."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from typing import Any

import discord
import pytest

from bot.games.live import LiveGame
from bot.games.service import Hand, Make
from bot.games.undoing import last_move
from bot.present.status import status_embed
from bot.speak.notifier import FIRST_PAUSE
from bot.speak.outgoing import Fault
from engine.actions import AnyAction
from engine.journal import encode
from storage import Busy, StoredAction, StoredGame
from tests.cogs.cards import cards, is_status, public, tells_all, text_of
from tests.cogs.cards import lines as card_lines
from tests.cogs.played import CRASH, Played
from tests.support.process import ROOT
from tests.support.world import World, answer_of

LAY = 64
HUSHED = {"send_messages": False}
ANSWERS, MESSAGES = "/interactions/*", "/channels/*/messages"
EVER = None


def statuses(world: World) -> list[discord.Message]:
    """The status messages in the channel."""
    return list(filter(is_status, public(world)))


def standing(world: World) -> str:
    """The path of the one status message, as `inject_error` takes it."""
    [status] = statuses(world)
    return f"/channels/*/messages/{status.id}"


def lines(world: World) -> list[str]:
    """What is told of moves in the channel: the lines of all cards."""
    return [line for shown in cards(world) for line in card_lines(text_of(shown))]


def posts(world: World, method: str, part: str) -> int:
    """How many requests of that kind the bot sent."""
    return sum(r.method == method and part in r.path for r in world.env.http_requests)


async def shows_the_game(played: Played) -> None:
    """The one status message is that of the game as it stands."""
    [status] = statuses(played.world)
    live = await played.live()
    assert status.embeds[0].to_dict() == status_embed(live.game, live.stored.name).to_dict()


def given(action: AnyAction) -> Make:
    """Make that very action."""
    return lambda _game: action


async def nothing_waits(world: World) -> None:
    assert await world.bot.store.pending_outbox() == ()


# -- lines ---------------------------------------------------------------------------------------


async def test_a_move_is_told_once_and_the_status_follows(world: World) -> None:
    played = await Played.bring(world, CRASH, LAY)
    await shows_the_game(played)
    for _ in range(5):
        await played.step()
        await tells_all(played, LAY)
        await shows_the_game(played)
    await nothing_waits(world)


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (500, 0)])
async def test_a_move_that_cannot_be_answered_is_told_all_the_same(
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
from bot.games.service import GameService, Hand, Place
from engine.journal import decode
from storage import Store

async def main(url, guild, channel, user, body):
    games = GameService(await Store.open(url))
    place = Place(int(guild), int(channel))
    await games.move(place, Hand(int(user)), lambda _: decode(body))
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
    await tells_all(played, LAY)
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


async def test_a_move_that_is_stored_while_another_task_begins_to_speak_is_on_its_card(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The panel has an undo told as soon as it is stored; that task waits for the game by then."""
    played = await Played.bring(world, CRASH, LAY)
    by = Hand(world.players[played.on_turn].id)
    await played.step()
    games, notifier, began = world.bot.games, world.bot.notifier, asyncio.Event()
    append = games.store.append

    async def slow(*given: Any, **options: Any) -> StoredAction:
        began.set()
        await asyncio.sleep(0.05)
        return await append(*given, **options)

    monkeypatch.setattr(games.store, "append", slow)

    async def undo() -> None:
        notifier.tell([await games.undo(played.place, by, last_move)])

    undoing = asyncio.create_task(undo())
    await began.wait()
    await notifier.flush_game((await played.live()).stored.id)
    await undoing
    await world.env.settle()
    [line] = lines(world)
    assert line.startswith("~~")
    await nothing_waits(world)


async def test_what_could_not_be_said_is_said_later_without_help(world: World) -> None:
    """Nobody moves and nothing is started again: the time alone passes."""
    played = await Played.bring(world, CRASH, LAY)
    command, options = played.command
    world.env.inject_error("*", "/*", status=500, times=EVER)
    await world.slash(played.on_turn, command, **options)
    played.advance()
    assert lines(world) == []
    world.env.backend.faults.clear()
    await world.env.advance_time(FIRST_PAUSE + 1)
    assert len(lines(world)) == 1
    await shows_the_game(played)
    await nothing_waits(world)


async def test_a_database_that_is_away_after_the_move_is_no_trouble_of_its_player(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = await Played.bring(world, CRASH, LAY)

    async def away(_game_id: int) -> None:
        raise Busy

    monkeypatch.setattr(world.bot.store, "pending_outbox", away)
    await played.step()
    assert lines(world) == []
    monkeypatch.undo()
    await world.env.advance_time(FIRST_PAUSE + 1)
    assert len(lines(world)) == 1
    await nothing_waits(world)


async def test_the_pauses_between_tries_grow(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    played = await Played.bring(world, CRASH, LAY)
    stored = (await played.live()).stored
    notifier = world.bot.notifier
    pauses: list[float] = []

    async def count(pause: float, _game_id: int) -> None:
        pauses.append(pause)

    monkeypatch.setattr(notifier, "_flush_after", count)
    for _ in range(8):
        await notifier._consider(stored.id, stored.channel_id, Fault.PASSING)
        await asyncio.sleep(0)
    assert pauses == [15, 30, 60, 120, 240, 480, 600, 600]
    await notifier._consider(stored.id, stored.channel_id, None)
    await notifier._consider(stored.id, stored.channel_id, Fault.PASSING)
    await asyncio.sleep(0)
    assert pauses[-1] == 15


async def test_a_status_whose_edit_failed_is_edited_again_by_itself(world: World) -> None:
    played = await Played.bring(world, CRASH, LAY)
    command, options = played.command
    world.env.inject_error("PATCH", standing(world), status=403)
    await world.slash(played.on_turn, command, **options)
    played.advance()
    [status] = statuses(world)
    assert "64 moves" in str(status.embeds[0].description)
    await world.env.advance_time(FIRST_PAUSE + 1)
    await shows_the_game(played)
    await nothing_waits(world)


async def test_a_line_that_is_sent_again_has_the_same_nonce(world: World) -> None:
    """Discord says a line once that comes twice with one nonce."""
    played = await Played.bring(world, CRASH, LAY)
    command, options = played.command
    world.env.inject_error("POST", ANSWERS, status=404, code=10062)
    world.env.inject_error("POST", MESSAGES, status=403, code=50001)
    await world.slash(played.on_turn, command, **options)
    await world.restart()
    sent = [
        r.json
        for r in world.env.http_requests
        if r.method == "POST" and r.path.endswith("/messages") and r.json and "Q12" in str(r.json)
    ]
    nonces = [body["nonce"] for body in sent if body.get("enforce_nonce")]
    assert len(nonces) == 2
    assert len(set(nonces)) == 1


async def test_a_note_that_fails_is_no_fault_and_nothing_is_said_twice(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = await Played.bring(world, CRASH, LAY)

    async def full(*_entries: int) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(world.bot.store, "mark_said", full)
    await played.step()
    monkeypatch.undo()
    await world.bot.notifier.flush()
    assert len(lines(world)) == 1
    await world.env.advance_time(FIRST_PAUSE + 1)
    assert len(lines(world)) == 1
    await nothing_waits(world)


# -- where the bot may not speak -----------------------------------------------------------------


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (403, 50001)])
async def test_where_the_bot_may_not_speak_the_move_stands_and_its_line_is_kept(
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
    assert lines(world) == []
    world.env.backend.faults.clear()
    await world.env.advance_time(FIRST_PAUSE + 1)
    assert len(lines(world)) == 1
    await nothing_waits(world)


async def test_a_person_is_told_what_the_bot_is_not_allowed(world: World) -> None:
    """What waits is said as soon as it may be."""
    hushed = world.guild.create_text_channel(
        "hushed", overwrites={world.guild.default_role: discord.PermissionOverwrite(**HUSHED)}
    )
    played = await Played.bring(world, CRASH, LAY, channel=hushed, warned=True)
    assert [m for m in hushed.history() if not m.flags.ephemeral] == []
    result = await played.step()
    told = [m.content for m in result.followups]
    assert told == []  # said once, when the game came in
    await world.env.advance_time(1)
    world.env.backend.edit_channel(hushed.id, {}, overwrites=[])
    await world.env.settle()
    said = [m.content for m in hushed.history() if not m.flags.ephemeral]
    assert any("brings in" in text for text in said)
    await nothing_waits(world)


async def test_where_no_frame_is_allowed_the_status_comes_as_text(world: World) -> None:
    played = await Played.bring(world, CRASH, LAY)
    world.env.inject_error("PATCH", standing(world), status=403, code=50013)
    await played.step()
    [status] = [m for m in public(world) if "Operating Round 1.1" in m.content]
    assert status.embeds == []
    await played.step()
    await shows_the_game(played)
    [status] = statuses(world)
    assert status.content == ""
    await nothing_waits(world)


async def test_a_channel_that_was_deleted_hurts_no_other(world: World) -> None:
    """Its game is kept, and listed as one whose channel is gone."""
    lost = world.guild.create_text_channel("lost")
    gone = await Played.bring(world, CRASH, LAY, channel=lost)
    kept = await Played.bring(world, CRASH, LAY)
    user = world.players[gone.on_turn].id
    action = gone.action
    world.env.backend.delete_channel(lost.id)
    moved = await world.bot.games.move(gone.place, Hand(user), lambda _: action)
    world.bot.games.answering.discard(moved.line_id)
    await world.restart()
    assert (await world.bot.store.game(moved.live.stored.id)).channel_lost_at is not None
    tries = len(world.env.http_requests)
    await world.bot.notifier.flush()
    assert len(world.env.http_requests) == tries
    listed = answer_of(await world.slash(0, "game list")).content
    assert "whose channel is gone" in listed
    assert f"<#{lost.id}>" not in listed
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
    world.env.inject_error("PATCH", standing(world), status=400, code=30046)
    await played.step()
    [after] = statuses(world)
    assert after.id != before.id
    await played.step()
    assert posts(world, "PATCH", f"/messages/{after.id}") == 1


async def test_a_status_that_is_replaced_keeps_its_pin(world: World) -> None:
    played = await Played.bring(world, CRASH, LAY)
    [before] = statuses(world)
    world.env.backend.get_message(world.channel.id, before.id).pinned = True
    await world.env.advance_time(51 * 60)
    await played.step()
    [after] = statuses(world)
    assert posts(world, "PUT", f"pins/{after.id}") == 1


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
    renewed = await asyncio.gather(
        *(world.bot.notifier.standing.refresh(stored.id) for _ in range(5))
    )
    assert renewed == [True, True, False, False, False]
    assert posts(world, "PATCH", "/messages/") == edits + 2


async def test_after_many_moves_at_once_the_status_shows_the_last(world: World) -> None:
    played = await Played.bring(world, CRASH, LAY)
    stored = (await played.live()).stored
    path = standing(world).replace("/channels/*", "")
    edits = posts(world, "PATCH", path)
    for _ in range(6):
        action, user = played.action, world.players[played.on_turn].id
        moved = await world.bot.games.move(played.place, Hand(user), given(action))
        world.bot.games.answering.discard(moved.line_id)
        played.advance()
    await asyncio.gather(*(world.bot.notifier.flush_game(stored.id) for _ in range(6)))
    await tells_all(played, LAY)
    assert posts(world, "PATCH", path) <= edits + 2
    await shows_the_game(played)
    await nothing_waits(world)


@pytest.mark.parametrize("restart", [False, True], ids=["same bot", "after a restart"])
async def test_a_channel_that_is_heard_from_was_not_lost(world: World, restart: bool) -> None:
    """Discord said once that the channel is gone; whatever is pressed there shows that it is."""
    played = await Played.bring(world, CRASH, LAY)
    world.env.inject_error("*", "/channels/*", status=404, code=10003, times=EVER)
    await played.step()
    assert (await played.live()).stored.channel_lost_at is not None
    assert await world.bot.store.pending_outbox()
    world.env.backend.faults.clear()
    if restart:
        await world.restart()
    await world.slash(played.on_turn, "turn")
    assert (await played.live()).stored.channel_lost_at is None
    assert await world.bot.store.pending_outbox() == ()
    await shows_the_game(played)


@pytest.mark.parametrize(
    ("status", "code"), [(400, 50035), (413, 40005), (400, 20028), (400, 0), (400, 50008)]
)
async def test_a_card_that_is_refused_keeps_nobody_from_being_called(
    world: World, status: int, code: int
) -> None:
    played = await Played.bring(world, CRASH, 62)
    before = played.on_turn
    while played.on_turn == before:
        card = cards(world)[-1].id if cards(world) else 0
        world.env.backend.faults.clear()
        world.env.inject_error(
            "PATCH", f"/channels/*/messages/{card}", status=status, code=code, times=1
        )
        await played.step()
    world.env.backend.faults.clear()
    await world.bot.notifier.flush()
    called = [
        m.content for m in public(world) if f"<@{world.players[played.on_turn].id}>" in m.content
    ]
    assert called


@pytest.mark.parametrize("terms", [[0], [1, 0], [1, 2]])
async def test_where_another_process_speaks_for_a_game_this_one_is_silent(
    world: World, terms: list[int]
) -> None:
    """Also if it learns that only in the middle, or that another one did and has died since.

    What was left is said within seconds.
    """
    played = await Played.bring(world, CRASH, LAY)
    own, spoke = world.bot.notifier.may_speak, len(public(world))

    async def another_does(_game_id: int) -> int:
        return terms.pop(0) if len(terms) > 1 else terms[0]

    world.bot.notifier.may_speak = another_does
    await played.step()
    await world.env.settle()
    assert len(public(world)) == spoke
    assert await world.bot.store.waiting_games()
    world.bot.notifier.may_speak = own
    await world.bot.roll_call.answer()
    await world.env.settle()
    assert len(public(world)) > spoke
    assert await world.bot.store.waiting_games() == ()


async def test_a_game_whose_line_cannot_be_made_keeps_no_other_silent(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nor does it keep what falls due from being done, as it did where the bot had just begun."""
    other = world.guild.create_text_channel("other")
    broken = await Played.bring(world, CRASH, LAY, channel=other)
    well = await Played.bring(world, CRASH, LAY)
    for played in (broken, well):
        user, action = world.players[played.on_turn].id, played.action
        moved = await world.bot.games.move(played.place, Hand(user), given(action))
        world.bot.games.answering.discard(moved.line_id)
    fresh, number = world.bot.games.fresh, (await broken.live()).stored.id

    async def fails(stored: StoredGame) -> LiveGame:
        if stored.id == number:
            raise ZeroDivisionError
        return await fresh(stored)

    monkeypatch.setattr(world.bot.games, "fresh", fails)
    await world.bot.notifier.flush()
    assert "what is due in a game cannot be said" in caplog.text
    assert len(lines(world)) == 1


async def test_a_channel_is_heard_from_again_where_the_database_was_away_at_first(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await Played.bring(world, CRASH, LAY)
    notifier, store, channel = world.bot.notifier, world.bot.store, world.channel.id
    await notifier.channel_lost(channel)

    async def away(*_which: object, **_how: object) -> None:
        raise Busy

    monkeypatch.setattr(store, "channel_lost", away)
    with pytest.raises(Busy):
        await notifier.heard_from(channel)
    monkeypatch.undo()
    await notifier.heard_from(channel)
    assert channel not in await store.lost_channels()
