"""What the logs say: JSON, a reference for each use, and nothing of hands, words or tokens."""

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
import structlog

from bot.logs import configure_logs, plain
from bot.settings import Settings
from bot.start.cli import app
from tests.cogs.played import CRASH, Played
from tests.support.world import World, answer_of, settings_for

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.planted.token-of-the-bot"
WORD = "planted-word"


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """What the program writes to standard error, at its most talkative, as JSON."""
    written = io.StringIO()
    monkeypatch.setattr("sys.stderr", written)
    before, root = structlog.get_config(), logging.getLogger()
    handlers, level = root.handlers[:], root.level
    configure_logs("DEBUG", "json", [TOKEN])
    structlog.configure(cache_logger_on_first_use=False)
    yield written
    structlog.configure(**before)
    root.handlers[:], root.level = handlers, level


def read(written: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in written.getvalue().splitlines()]


async def test_every_use_has_its_reference_and_nothing_is_told_of_what_was_typed(
    lines: io.StringIO, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A refusal, a fault that quotes a hidden card, a button and a request for choices."""
    await Played.bring(world, CRASH, 64)
    await world.slash(0, "run", routes=WORD)
    await world.choices(0, "map", "area", typed=WORD)
    shown = answer_of(await world.slash(0, "game delete"))
    await world.click(0, shown, "Keep it")

    def fail(*_arguments: object, **_options: object) -> None:
        raise KeyError(WORD, TOKEN)

    monkeypatch.setattr("bot.play.say", fail)
    failed = answer_of(await world.slash(0, "about"))
    monkeypatch.undo()
    assert [type(fault) for fault in world.faults()] == [KeyError]

    logged = read(lines)
    used = [line for line in logged if line["event"] == "used"]
    names = [(line["kind"], line["name"], line["outcome"]) for line in used]
    assert ("command", "game import", "done") in names
    assert all(line["took_ms"] > 0 for line in used if line["name"] == "game import")
    assert ("command", "run", "refused") in names
    assert ("component", "ending", "done") in names
    assert ("command", "about", "failed") in names
    assert any(kind == "choices" for kind, _, _ in names)
    references = [line["reference"] for line in used]
    assert len(set(references)) == len(references)
    [fault] = [line for line in logged if line["event"] == "command failed"]
    assert fault["reference"] == references[-1]
    assert fault["reference"] in failed.content
    assert "KeyError" in fault["exception"]
    assert "cogs/about.py" in fault["exception"]
    for planted in (WORD, TOKEN):
        assert planted not in lines.getvalue()


async def test_a_hidden_choice_is_in_no_line(lines: io.StringIO, world: World) -> None:
    """Every card that a player keeps, by its id, from the command to the disk."""
    await world.slash(0, "game new", seats="joined", shuffle="site", seed=18, rules="rulebook")
    await world.slash(1, "game join")
    await world.slash(0, "game start")
    live = await world.bot.games.load(world.guild.id, world.channel.id)
    hand = list(live.game.state.players[1].hand)
    answer = answer_of(await world.slash(0, "hand keep", cards=" ".join(hand[:8])))
    await world.slash(0, "hand show")
    assert answer.content.startswith("You keep"), answer.content
    assert any(line.get("name") == "hand keep" for line in read(lines))
    for card in hand:
        assert card not in lines.getvalue()


def test_libraries_are_heard_without_what_they_fill_in(lines: io.StringIO) -> None:
    try:
        dict[str, int]()[WORD]
    except KeyError:
        logging.getLogger("discord.ui.view").exception("Ignoring an error in %r", WORD)
    logging.getLogger("asyncio").error("Task exception was never retrieved\nfuture: %s", WORD)
    logging.getLogger("some.library").warning("with the token %s", TOKEN)
    assert WORD not in lines.getvalue()
    first, second, third = read(lines)
    assert (first["event"], first["level"]) == ("Ignoring an error in %r", "error")
    assert first["exception"].endswith("KeyError")
    assert second["event"] == "Task exception was never retrieved"
    assert third["event"] == "with the token [masked]"


def test_an_error_is_told_with_what_led_to_it(lines: io.StringIO) -> None:
    error = ValueError(WORD)
    error.__cause__ = ZeroDivisionError("of a number")
    structlog.stdlib.get_logger("x").error(
        "it failed", problem=OSError("no such file"), exc_info=error
    )
    [line] = read(lines)
    assert line["problem"] == "OSError: no such file"
    first, second = line["exception"].split("of which came:")
    assert "ZeroDivisionError: of a number" in first
    assert second.strip().endswith("ValueError")
    assert WORD not in lines.getvalue()


async def test_of_discords_refusals_only_the_numbers_are_told() -> None:
    class Response:
        status, reason = 400, "Bad Request"

    error = discord.HTTPException(Response(), {"code": 50035, "message": f"In content: {WORD}"})
    assert plain(error) == "HTTPException (status 400, code 50035)"
    assert plain(aiohttp.ClientError("cannot connect")) == "ClientError: cannot connect"


def test_the_secrets_of_the_settings(tmp_path: Any) -> None:
    settings: Settings = settings_for(
        tmp_path, discord_token=TOKEN, database_url="postgresql+asyncpg://bot:p%40ss@host/games"
    )
    assert settings.secrets == (TOKEN, "p%40ss", "p@ss")
    assert settings_for(tmp_path).secrets == ()


def test_a_fault_that_ends_the_bot_is_a_line_too(
    lines: io.StringIO, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fault(_settings: object) -> None:
        raise ValueError(WORD)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bot.logs.configure_logs", lambda *_: None)
    monkeypatch.setattr("bot.start.launch.run", fault)
    with pytest.raises(SystemExit) as ended:
        app([])
    assert ended.value.code == 1
    [line] = read(lines)
    assert (line["event"], line["level"]) == ("the bot ends by a fault", "error")
    assert line["exception"].endswith("ValueError")
    assert WORD not in lines.getvalue()
