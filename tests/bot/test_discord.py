"""With a token the bot talks to Discord over real sockets: login, gateway, answers, the end."""

import asyncio
import os
import signal
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from discord import InteractionResponse

from bot.games.facts import LINE, STATUS, Sentence, encode
from bot.games.schedule import Done
from bot.games.servers import SERVERS, ServerKeeper
from bot.refusal import StartError
from bot.start.launch import run
from engine import RULEBOOK, Setup
from interchange.replay import Replay
from interchange.site_log import parse
from storage import Due, DueTimes, NewMessage, Store
from storage.servers import Servers
from tests.cogs.played import CRASH, log_of
from tests.support.loopback import CHANNEL, GUILD, TOKEN, USER, LoopbackDiscord, loopback_discord
from tests.support.patience import PATIENCE
from tests.support.process import run_bot
from tests.support.stored import store_game
from tests.support.world import settings_for

EPHEMERAL = 64
AT = 64


async def test_connect_answer_and_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = settings_for(tmp_path, discord_token=TOKEN)
    async with loopback_discord(monkeypatch) as discord:
        for start in (1, 2):
            discord.ready.clear()
            discord.answered.clear()
            running = asyncio.create_task(run(settings))
            await asyncio.wait_for(discord.ready.wait(), timeout=PATIENCE)
            await discord.interact("help")
            answer = discord.requests[-1][2]
            assert answer["data"]["flags"] == EPHEMERAL
            assert "Operating Round" in answer["data"]["content"]
            os.kill(os.getpid(), signal.SIGTERM)
            await asyncio.wait_for(running, timeout=PATIENCE)
            assert discord.count("POST", "/interactions/") == start
        assert discord.count("PUT", "/commands") == 1


async def help_at_the_end(discord: LoopbackDiscord, folder: Path) -> None:
    """Run the bot and use its help, which is made to tell it to end; wait for that."""
    running = asyncio.create_task(run(settings_for(folder, discord_token=TOKEN)))
    await asyncio.wait_for(discord.ready.wait(), timeout=PATIENCE)
    await discord.send({"id": "300", "name": "help", "type": 1})
    await asyncio.wait_for(running, timeout=PATIENCE)


async def test_what_is_being_answered_when_the_end_comes_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = InteractionResponse.send_message

    async def at_the_end(self: Any, *texts: Any, **more: Any) -> Any:
        os.kill(os.getpid(), signal.SIGTERM)
        for _ in range(200):  # the bot hears of it, and would leave Discord
            await asyncio.sleep(0)
        return await answers(self, *texts, **more)

    monkeypatch.setattr(InteractionResponse, "send_message", at_the_end)
    async with loopback_discord(monkeypatch) as discord:
        await help_at_the_end(discord, tmp_path)
        assert discord.count("POST", "/interactions/") == 1


async def test_what_is_used_after_the_end_has_come_is_not_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would break off in the middle, and the log would call that a fault of the program."""
    begun = []
    answers = InteractionResponse.send_message

    async def at_the_end(self: Any, *texts: Any, **more: Any) -> Any:
        begun.append(self._parent.id)
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.sleep(0.1)
        await discord.send({"id": "300", "name": "help", "type": 1}, number="401")
        await asyncio.sleep(0.1)
        return await answers(self, *texts, **more)

    monkeypatch.setattr(InteractionResponse, "send_message", at_the_end)
    async with loopback_discord(monkeypatch) as discord:
        await help_at_the_end(discord, tmp_path)
    assert begun == [400]
    assert discord.count("POST", "/interactions/400/") == 1


async def test_what_takes_too_long_at_the_end_is_called_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    called_off = []

    async def hang(_self: Any, *_texts: Any, **_more: Any) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        try:
            await asyncio.sleep(PATIENCE)
        except asyncio.CancelledError:
            called_off.append("help")
            raise

    monkeypatch.setattr(InteractionResponse, "send_message", hang)
    monkeypatch.setattr("bot.start.launch.LAST_SECONDS", 0.2)
    async with loopback_discord(monkeypatch) as discord:
        await help_at_the_end(discord, tmp_path)
    assert called_off == ["help"]


async def test_a_line_and_a_picture_that_waited_are_posted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file goes over the wire with its alt text; what was said is not said again."""
    settings = settings_for(tmp_path, discord_token=TOKEN, pictures=True)
    store = await Store.open(settings.database)
    await store_game(
        store,
        Setup(18, ("Asha", "Bela")),
        guild_id=int(GUILD),
        channel_id=int(CHANNEL),
        users=[None, None],
        outbox=[
            NewMessage(int(CHANNEL), LINE, encode(Sentence("A line."))),
            NewMessage(int(CHANNEL), STATUS, ""),
        ],
    )
    async with loopback_discord(monkeypatch) as discord:
        running = asyncio.create_task(run(settings))
        for _ in range(2):
            await asyncio.wait_for(discord.posted.get(), timeout=PATIENCE)
        await asyncio.wait_for(discord.uploaded.wait(), timeout=PATIENCE)
        assert await store.pending_outbox() == ()
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.wait_for(running, timeout=PATIENCE)
    await store.close()
    said, posted = [b for m, p, b in discord.requests if m == "POST" and "/messages" in p]
    [status] = [b for m, p, b in discord.requests if m == "PATCH" and "/messages/" in p]
    assert said["content"] == "A line."
    assert not posted.get("attachments"), "the text does not wait for its picture"
    assert discord.uploads["companies.png"].startswith(b"\x89PNG")
    assert status["attachments"][0]["filename"] == "companies.png"
    assert status["attachments"][0]["description"]


async def test_a_hanging_answer_is_given_up_and_its_card_is_shown_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord takes the answer and says nothing more; the next player is called all the same."""
    monkeypatch.setattr("bot.speak.answer.FIRST_SECONDS", 0.3)
    settings = settings_for(tmp_path, discord_token=TOKEN)
    store = await Store.open(settings.database)
    record = Replay(parse(log_of(CRASH)), RULEBOOK)
    record.run(AT)
    user = int(str(USER["id"]))
    await store_game(
        store,
        record.game.setup,
        [applied.action for applied in record.game.history],
        guild_id=int(GUILD),
        channel_id=int(CHANNEL),
        users=[user] * len(record.ids),
    )
    async with loopback_discord(monkeypatch) as discord:
        running = asyncio.create_task(run(settings))
        await asyncio.wait_for(discord.ready.wait(), timeout=PATIENCE)
        discord.hangs = True
        await discord.interact("pass")
        for _ in range(2):  # the card and the status
            await asyncio.wait_for(discord.posted.get(), timeout=PATIENCE)
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.wait_for(running, timeout=PATIENCE)
    sent = [b for m, p, b in discord.requests if m == "POST" and p.endswith("/messages")]
    framed = [embed["description"] for body in sent for embed in body.get("embeds", [])]
    assert any("**Track** · no track laid" in text for text in framed)
    assert (await store.told_of(1, AT + 1))[0].said_at is not None
    await store.close()


async def test_only_a_server_without_the_bot_is_deleted_when_its_time_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also by a process that does not hear the server, and so not that it has the bot back."""
    let_go, seen = ServerKeeper._let_go, asyncio.Event()

    async def see(self: ServerKeeper, thing: Due, now: datetime) -> Done:
        done = await let_go(self, thing, now)
        seen.set()
        return done

    monkeypatch.setattr(ServerKeeper, "_let_go", see)
    settings = settings_for(tmp_path, discord_token=TOKEN, shards="0/2")
    setup, back, gone = Setup(18, ("Asha", "Bela")), 1 << 22, 3 << 22
    long_ago = datetime(2025, 1, 1, tzinfo=UTC)
    store = await Store.open(settings.database)
    for guild in (back, gone):
        await store_game(store, setup, guild_id=guild, channel_id=guild, name=str(guild))
        await Servers(store).left(guild, long_ago)
    await DueTimes(store).put(SERVERS, long_ago)
    async with loopback_discord(monkeypatch) as discord:
        discord.channels[str(back)] = str(back)
        running = asyncio.create_task(run(settings))
        await asyncio.wait_for(seen.wait(), timeout=PATIENCE)
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.wait_for(running, timeout=PATIENCE)
    assert [game.guild_id for game in await store.all_games()] == [back]
    assert await Servers(store).departures() == ()
    await store.close()


async def test_a_wrong_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with loopback_discord(monkeypatch):
        with pytest.raises(StartError, match="does not accept the DISCORD_TOKEN"):
            await run(settings_for(tmp_path, discord_token="wrong.token.here"))


async def test_a_discord_out_of_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("discord.http.asyncio.sleep", no_sleep)
    async with loopback_discord(monkeypatch) as discord:
        discord.out_of_order = True
        with pytest.raises(StartError, match=r"refuses to work at the moment \(500\)"):
            await run(settings_for(tmp_path, discord_token=TOKEN))


async def no_sleep(seconds: float) -> None:
    """Do not wait between tries."""


async def test_a_wrong_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with loopback_discord(monkeypatch):
        with pytest.raises(StartError, match="DATABASE_URL"):
            await run(settings_for(tmp_path, discord_token=TOKEN, database_url="nonsense"))


async def test_a_gateway_that_refuses_for_some_seconds_and_then_closes_for_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process of its own waits until it is let in, and ends with a sentence."""
    async with loopback_discord(monkeypatch) as discord:
        discord.gateway_refusals = 2
        program = ("-m", "tests.support.loopback", discord.address)
        running = asyncio.create_task(
            asyncio.to_thread(
                run_bot, tmp_path, program=program, DISCORD_TOKEN=TOKEN, PICTURES="false"
            )
        )
        await asyncio.wait_for(discord.ready.wait(), timeout=PATIENCE)
        await discord.close_gateway(4004)
        ended = await running
    assert discord.gateway_refusals == 0
    assert ended.code == 1
    assert "Traceback" not in ended.err
    assert "does not accept the DISCORD_TOKEN" in ended.err.splitlines()[-1]


@pytest.mark.parametrize("code", [4010, 4013, 4014])
async def test_a_gateway_that_closes_for_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    async with loopback_discord(monkeypatch) as discord:
        running = asyncio.create_task(run(settings_for(tmp_path, discord_token=TOKEN)))
        await asyncio.wait_for(discord.ready.wait(), timeout=PATIENCE)
        await discord.close_gateway(code)
        with pytest.raises(StartError, match=rf"closed the connection for good \(code {code}\)"):
            await running
