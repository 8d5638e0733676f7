"""What cannot work is told in one sentence, with exit code 1 and no traceback; the rest starts."""

import asyncio
import json
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
from tests.support.data import DATA
from tests.support.patience import PATIENCE
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
        with urlopen(address, timeout=PATIENCE) as page:
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
    [
        ("TABLE_SEATS", "6"),
        ("TABLE_PORT", "many"),
        ("LOG_LEVEL", "LOUD"),
        ("DATABASE_URL", "x"),
        ("SHARDS", "4-3/16"),
        ("SHARDS", "0-3/16"),  # without a token
    ],
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


# -- files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [
        "TABLE_SEATS=4  # für vier".encode("latin-1"),
        "TABLE_SEATS=4".encode("utf-16"),
        "TABLE_SEATS=4".encode("utf-16-le"),
    ],
)
def test_settings_in_another_encoding(tmp_path: Path, content: bytes) -> None:
    (tmp_path / ".env").write_bytes(content)
    assert "not written in UTF-8" in only_sentence(run_bot(tmp_path))


def test_settings_that_begin_with_a_mark_of_their_encoding(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("TABLE_SEATS=9", encoding="utf-8-sig")
    assert "TABLE_SEATS" in only_sentence(run_bot(tmp_path))


def test_the_data_lies_in_the_folder_that_was_named(tmp_path: Path) -> None:
    name = "what? a%20b#ſmörgås"
    with running_table(tmp_path, DATA_DIR=name):
        pass
    assert (tmp_path / name / "operating-round.db").is_file()
    assert sorted(f.name for f in tmp_path.iterdir()) == sorted([name, "table.log"])


async def test_a_damaged_database(tmp_path: Path) -> None:
    settings = settings_for(tmp_path / "data")
    await (await Store.open(settings.database)).close()
    file = tmp_path / "data" / "operating-round.db"
    content = bytearray(file.read_bytes())
    content[8192:] = b"\xa5" * (len(content) - 8192)
    file.write_bytes(content)
    ended = await asyncio.to_thread(run_bot, tmp_path)
    assert "is damaged" in only_sentence(ended)
    assert file.read_bytes() == content


@pytest.mark.parametrize("closed", [1, 2])
def test_a_stream_that_is_closed_is_no_reason_to_die(tmp_path: Path, closed: int) -> None:
    """Neither for what is printed nor for a database that would else be opened in its place."""
    log = str(DATA / "made-312-2p-mixed.json")
    program = ("-c", CLOSED.format(closed=closed))
    ended = run_bot(tmp_path, "replay", "--rules", "rulebook", log, program=program)
    assert ended.code == 0, ended
    assert bool(ended.out) is (closed == 2)
    refused = run_bot(tmp_path, program=program, TABLE_SEATS="9")
    assert refused.code == 1
    assert ("TABLE_SEATS" in refused.err) is (closed == 1)
    assert refused.out == ""


CLOSED = """
import os, sys
os.close({closed})
os.execv(sys.executable, [sys.executable, "-m", "bot", *sys.argv[1:]])
"""


def test_names_that_the_terminal_cannot_show(tmp_path: Path) -> None:
    log = json.loads((DATA / "made-312-2p-mixed.json").read_text())
    log["players"][0]["name"] = "Zoë \ud83d"
    (tmp_path / "log.json").write_text(json.dumps(log))
    ended = run_bot(tmp_path, "replay", "--rules", "rulebook", "log.json", PYTHONIOENCODING="ascii")
    assert ended.code == 0, ended
    assert "Zo\\xeb" in ended.out


@pytest.mark.parametrize("options", [["replay"], ["picture", "--out", "map.png", "--at", "100"]])
def test_what_only_reads_a_log_loads_neither_discord_nor_the_database(
    tmp_path: Path, options: list[str]
) -> None:
    program = ("-c", LOADED)
    log = str(DATA / "made-312-2p-mixed.json")
    ended = run_bot(tmp_path, *options, "--rules", "rulebook", log, program=program)
    assert ended.out.splitlines()[-1] == "[]", ended


LOADED = """
import sys
from bot.start.cli import app
app(standalone_mode=False)
print(sorted({"discord", "sqlalchemy", "rich"} & set(sys.modules)))
"""
