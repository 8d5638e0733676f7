"""What the operator is told: what is well, what is not, and what to do about it."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.heartbeat import Heartbeat, write_heartbeat
from bot.settings import DATABASE_FILE, HEARTBEAT_FILE
from bot.start import checks
from bot.start.checks_online import online
from bot.start.cli import app
from bot.start.cmd_doctor import examine
from bot.start.findings import Finding, Grade, running
from storage import Seat, Store
from storage.inspection import Channel
from tests.support.loopback import CHANNEL, GUILD, TOKEN, loopback_discord
from tests.support.world import settings_for

NOW = 1_780_000_000.0
SEND = 0x800


async def stored(folder: Path) -> Path:
    """A database with a game in the channel of the loopback Discord."""
    store = await Store.open(settings_for(folder).database)
    await store.create_game(
        guild_id=int(GUILD),
        channel_id=int(CHANNEL),
        name="evening",
        ruleset="rulebook",
        setup="{}",
        source="new",
        seats=[Seat(1, "Asha")],
    )
    await store.close()
    return folder / DATABASE_FILE


def grades(found: list[Finding]) -> dict[str, str]:
    return {finding.what: finding.grade for finding in found}


async def test_all_is_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await stored(tmp_path)
    async with loopback_discord(monkeypatch):
        found = await examine(
            settings_for(tmp_path, discord_token=TOKEN, pictures=True), offline=False
        )
    assert set(grades(found).values()) == {Grade.OK}
    assert list(grades(found)) == [
        "settings",
        "data folder",
        "database",
        "pictures",
        "token",
        "login",
        f"channel {CHANNEL} of server {GUILD}",
        "running bot",
    ]
    assert all(not finding.do for finding in found)


async def test_before_the_first_start_nothing_is_made(tmp_path: Path) -> None:
    found = await examine(settings_for(tmp_path / "data"), offline=True)
    assert [f.what for f in found if f.grade == Grade.BAD] == []
    assert not (tmp_path / "data").exists()


async def test_a_database_that_is_damaged_newer_or_older(tmp_path: Path) -> None:
    path = await stored(tmp_path)
    settings = settings_for(tmp_path)
    with closing(sqlite3.connect(path)) as database, database:
        [head] = database.execute("SELECT version_num FROM alembic_version").fetchone()
        database.execute("UPDATE alembic_version SET version_num = '0001'")
    found, _ = await checks.database(settings)
    assert found.grade == Grade.NOTE
    assert head in found.do
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    found, _ = await checks.database(settings)
    assert (found.grade, "newer" in found.how) == (Grade.BAD, True)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = ?", [head])
        database.execute("DELETE FROM games")
    database.close()
    found, _ = await checks.database(settings)
    assert (found.grade, found.how) == (Grade.BAD, "damaged: a row of seats belongs to no games")
    path.write_bytes(b"a letter " * 2000)
    found, _ = await checks.database(settings)
    assert found.grade == Grade.BAD
    assert "not a database" in found.how


async def test_a_full_disk_and_a_folder_of_somebody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settings_for(tmp_path / "data")
    for free, grade in (
        (5_000_000, Grade.BAD),
        (500_000_000, Grade.NOTE),
        (5_000_000_000, Grade.OK),
    ):
        monkeypatch.setattr("shutil.disk_usage", lambda _, f=free: _Usage(f))
        assert checks.folder(settings).grade == grade
    (tmp_path / "file").write_text("no folder")
    assert checks.folder(settings_for(tmp_path / "file" / "data")).grade == Grade.BAD


class _Usage:
    def __init__(self, free: int) -> None:
        self.free = free


@pytest.mark.parametrize(
    ("installed", "grade", "do"),
    [(True, Grade.NOTE, "table is served"), (False, Grade.BAD, "set DISCORD_TOKEN")],
)
def test_without_a_token_there_must_be_the_local_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, installed: bool, grade: Grade, do: str
) -> None:
    monkeypatch.setattr(checks, "find_spec", lambda name: object() if installed else None)
    found = checks.token(settings_for(tmp_path))
    assert found.grade == grade
    assert do in found.do


@pytest.mark.parametrize("token", ["my secret", "a.b.c", "MTAw.only", "MTAw..x", "é.b.c"])
def test_a_token_that_cannot_be_one(tmp_path: Path, token: str) -> None:
    found = checks.token(settings_for(tmp_path, discord_token=token))
    assert found.grade == Grade.BAD
    assert "Developer Portal" in found.do
    assert token not in str(found)


def test_the_fonts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = settings_for(tmp_path, pictures=True)

    def gone() -> None:
        raise FileNotFoundError("fonts")

    monkeypatch.setattr("render.worker.warm", gone)
    assert checks.fonts(settings).grade == Grade.BAD
    assert checks.fonts(settings_for(tmp_path, pictures=False)).grade == Grade.OK


async def test_what_only_discord_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    """A right that is missing in a channel but not in its thread; what is gone."""
    channels = [
        Channel(int(GUILD), 201, "a", lost=False),
        Channel(int(GUILD), 210, "b", lost=False),
        Channel(int(GUILD), 220, "c", lost=False),
        Channel(299, 230, "d", lost=False),
    ]
    async with loopback_discord(monkeypatch) as discord:
        discord.threads["210"] = CHANNEL
        discord.overwrites[CHANNEL] = [{"id": GUILD, "type": 0, "allow": "0", "deny": str(SEND)}]
        found = await online(TOKEN, channels)
        [wrong] = await online("MTAw.wrong.token", channels)
    told = {finding.what: finding for finding in found}
    assert told["login"].grade == Grade.OK
    here = told[f"channel 201 of server {GUILD}"]
    assert (here.grade, here.how) == (
        Grade.BAD,
        "the bot lacks Send Messages, Embed Links, Attach Files",
    )
    assert told[f"channel 210 of server {GUILD}"].grade == Grade.OK, (
        "a thread has a right of its own"
    )
    assert "gone" in told[f"channel 220 of server {GUILD}"].how
    assert told["server 299"].grade == Grade.BAD
    assert all(finding.do for finding in found if finding.grade != Grade.OK)
    assert (wrong.grade, wrong.what) == (Grade.BAD, "login")


@pytest.mark.parametrize(
    ("beat", "grade", "how"),
    [
        (Heartbeat(NOW - 10, 7, True, None), Grade.OK, "process 7"),
        (Heartbeat(NOW - 10, 7, True, NOW - 60), Grade.OK, "process 7"),
        (Heartbeat(NOW - 10, 7, True, NOW - 1200), Grade.BAD, "without Discord for 20 minutes"),
        (Heartbeat(NOW - 10, 7, False, None), Grade.BAD, "database"),
        (Heartbeat(NOW - 300, 7, True, None), Grade.BAD, "300 s ago"),
    ],
)
def test_the_health_check(tmp_path: Path, beat: Heartbeat, grade: str, how: str) -> None:
    (tmp_path / HEARTBEAT_FILE).write_bytes(msgspec.json.encode(beat))
    [found] = running(settings_for(tmp_path), must=True, now=NOW)
    assert found.grade == grade
    assert how in found.how


def test_each_of_several_processes_is_told_to_whoever_names_no_shards(tmp_path: Path) -> None:
    """A health check of one of them looks at its own; so does that of one that hears all."""
    for shards, age in (("0-1/4", 10), ("2-3/4", 300)):
        beat = Heartbeat(NOW - age, 7, True, None)
        write_heartbeat(settings_for(tmp_path, shards=shards).heartbeat, beat)
    found = running(settings_for(tmp_path), must=True, now=NOW)
    assert [(finding.what, finding.grade) for finding in found] == [
        ("running bot 0-1/4", Grade.OK),
        ("running bot 2-3/4", Grade.BAD),
    ]
    assert f"delete {tmp_path / 'heartbeat-2-3-of-4.json'}" in found[1].do
    [own] = running(settings_for(tmp_path, shards="0-1/4"), must=True, now=NOW)
    assert own.grade == Grade.OK
    write_heartbeat(settings_for(tmp_path).heartbeat, Heartbeat(NOW, 7, True, None))
    [whole] = running(settings_for(tmp_path), must=True, now=NOW)
    assert whole.grade == Grade.OK


def test_the_exit_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("DISCORD_TOKEN", "DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DATA_DIR", str(tmp_path))

    def ends(*arguments: str) -> Any:
        with pytest.raises(SystemExit) as ended:
            app(["doctor", *arguments])
        return ended.value.code

    assert ends("--quick") == 1
    assert "start it" in capsys.readouterr().out
    beat = Heartbeat(time.time(), 7, True, None)
    (tmp_path / HEARTBEAT_FILE).write_bytes(msgspec.json.encode(beat))
    assert ends("--quick") == 0
    assert ends("--offline") == 0
    assert "token: not set" in capsys.readouterr().out
    monkeypatch.setenv("DISCORD_TOKEN", "nonsense")
    assert ends("--offline") == 1
