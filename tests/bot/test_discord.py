"""With a token the bot talks to Discord over real sockets: login, gateway, answers, the end."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from bot.errors import StartError
from bot.run import run
from storage import StorageError
from tests.support.loopback import TOKEN, loopback_discord
from tests.support.world import settings_for

EPHEMERAL = 64


async def test_connect_answer_and_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = settings_for(tmp_path, discord_token=TOKEN)
    async with loopback_discord(monkeypatch) as discord:
        for start in (1, 2):
            discord.ready.clear()
            discord.answered.clear()
            running = asyncio.create_task(run(settings))
            await asyncio.wait_for(discord.ready.wait(), timeout=30)
            await discord.interact("help")
            answer = discord.requests[-1][2]
            assert answer["data"]["flags"] == EPHEMERAL
            assert "Operating Round" in answer["data"]["content"]
            os.kill(os.getpid(), signal.SIGTERM)
            await asyncio.wait_for(running, timeout=30)
            assert discord.count("POST", "/interactions/") == start
        assert discord.count("PUT", "/commands") == 1


async def test_a_wrong_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with loopback_discord(monkeypatch):
        with pytest.raises(StartError, match="does not accept the DISCORD_TOKEN"):
            await run(settings_for(tmp_path, discord_token="wrong.token.here"))


async def test_a_wrong_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with loopback_discord(monkeypatch):
        with pytest.raises(StorageError, match="DATABASE_URL"):
            await run(settings_for(tmp_path, discord_token=TOKEN, database_url="nonsense"))
