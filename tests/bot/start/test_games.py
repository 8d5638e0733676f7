"""The games of the database from the command line, beside a bot that runs."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.start.cli import app
from interchange import own
from tests.cogs.played import CRASH, Played
from tests.support.world import open_world


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs the command line on the database of the test; returns its exit code."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "data"))

    def runs(*arguments: str) -> int:
        with pytest.raises(SystemExit) as ended:
            app(list(arguments))
        return int(ended.value.code or 0)

    return runs


async def test_a_game_is_listed_exported_and_put_away(
    tmp_path: Path, run: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    async with open_world(tmp_path / "data") as world:
        played = await Played.bring(world, CRASH, 64)
        assert await asyncio.to_thread(run, "games", "list") == 0
        [line] = capsys.readouterr().out.splitlines()
        assert line.split()[:2] == ["1", "active"]
        assert f"channel {world.channel.id}" in line
        assert "64 entries" in line
        assert line.endswith(CRASH)

        file = tmp_path / "game.json"
        assert await asyncio.to_thread(run, "games", "export", "1", "--out", str(file)) == 0
        taken = own.decode(file.read_bytes())
        assert len(taken.entries) == 64
        assert await asyncio.to_thread(run, "games", "export", "1", "--out", str(file)) == 1
        assert "is there already" in capsys.readouterr().err
        site = tmp_path / "site.json"
        wanted = ("games", "export", "1", "--format", "18xx", "--out", str(site))
        assert await asyncio.to_thread(run, *wanted) == 1
        assert "18xx.games does not play by the rulebook" in capsys.readouterr().err

        assert await asyncio.to_thread(run, "games", "archive", "1") == 0
        assert await asyncio.to_thread(run, "games", "archive", "1") == 1
        assert await asyncio.to_thread(run, "games", "list") == 0
        assert await asyncio.to_thread(run, "games", "archive", "7") == 1
        assert "no game 7" in capsys.readouterr().err
        large = "9" * 30
        assert await asyncio.to_thread(run, "games", "archive", large) == 1
        assert f"no game {large}" in capsys.readouterr().err
        assert await asyncio.to_thread(run, "games", "list", "--archived") == 0
        assert "archived" in capsys.readouterr().out

        refusal = await world.refused(played.on_turn, "pass")
        assert "No game is played in this channel" in refusal
        await world.bot.notifier.flush()
        assert "Who runs this bot has archived" in world.said()[-1]


def test_a_backup_and_back_by_the_command_line(
    tmp_path: Path, run: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("games", "list") == 0  # makes the database
    assert run("backup", "a.backup") == 0
    assert "a.backup: 0 games, 0 entries" in capsys.readouterr().out
    assert run("restore", "a.backup") == 1
    assert "is there already: say --replace" in capsys.readouterr().err
    assert run("restore", "a.backup", "--replace") == 0
    told = capsys.readouterr().out
    assert "What was there is kept as" in told
    assert "start the bot" in told
