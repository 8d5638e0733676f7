"""What cannot work is told in one sentence, with exit code 1 and no traceback; the rest starts."""

import asyncio
import signal
import socket
import sqlite3
from pathlib import Path
from urllib.request import urlopen

import pytest
from discord.http import Route

from bot.refusal import StartError
from bot.start.cli import app
from bot.start.launch import run
from storage import Store
from tests.support.process import Ended, run_bot, running_table
from tests.support.world import settings_for


def sentence(ended: Ended) -> str:
    """The one sentence on standard error with which the program refused to start."""
    assert ended.code == 1, ended
    assert "Traceback" not in ended.err
    last = ended.err.strip().splitlines()[-1]
    assert last.endswith("."), ended
    return last


def only_sentence(ended: Ended) -> str:
    """As `sentence`, where not even a log line came before."""
    assert len(ended.err.strip().splitlines()) == 1, ended.err
    return sentence(ended)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_table_is_served_and_ends_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    with running_table(tmp_path) as table:
        address, _, secret = table.url.partition("#")
        assert len(secret) > 20
        with urlopen(address, timeout=10) as page:
            assert b"Preview" in page.read()
        ended = table.interrupt(number)
    assert ended.code == 0
    assert "Traceback" not in (tmp_path / "table.log").read_text()
    assert (tmp_path / "data" / "operating-round.db").exists()


def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        ended = run_bot(tmp_path, TABLE_PORT=port)
    assert f"Port {port} is in use" in sentence(ended)


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    assert "DATA_DIR" in only_sentence(run_bot(tmp_path, DATA_DIR=str(tmp_path / "file" / "data")))


async def test_a_newer_database(tmp_path: Path) -> None:
    settings = settings_for(tmp_path / "data")
    await (await Store.open(settings.database)).close()
    database = sqlite3.connect(tmp_path / "data" / "operating-round.db")
    with database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    ended = await asyncio.to_thread(run_bot, tmp_path)
    assert "newer than this program" in only_sentence(ended)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "operating-round.db").write_text("a letter " * 1000)
    assert "is not a database" in only_sentence(run_bot(tmp_path))


@pytest.mark.parametrize(
    ("name", "value"),
    [("TABLE_SEATS", "6"), ("TABLE_PORT", "many"), ("LOG_LEVEL", "LOUD"), ("DATABASE_URL", "x")],
)
def test_a_wrong_setting(tmp_path: Path, name: str, value: str) -> None:
    assert name in only_sentence(run_bot(tmp_path, **{name: value}))


def test_a_token_that_cannot_be_one(tmp_path: Path) -> None:
    assert "DISCORD_TOKEN" in only_sentence(run_bot(tmp_path, DISCORD_TOKEN="my secret"))


async def test_a_discord_that_cannot_be_reached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{port}/api/v10")
    monkeypatch.setattr("discord.http.asyncio.sleep", no_sleep)
    with pytest.raises(StartError, match="cannot be reached"):
        await run(settings_for(tmp_path, discord_token="some.token.here"))


async def no_sleep(seconds: float) -> None:
    """Do not wait between tries."""


async def test_no_simcord(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "simcord", None)
    with pytest.raises(StartError, match="the local table is not installed"):
        await run(settings_for(tmp_path))


def test_the_command_line_tells_the_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TABLE_SEATS", "1")
    with pytest.raises(SystemExit) as ended:
        app([])
    assert ended.value.code == 1
    assert "TABLE_SEATS" in capsys.readouterr().err
