"""What another process learns of a running bot: its heartbeat and its metrics."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.health import Health
from bot.heartbeat import read_heartbeat
from bot.refusal import StartError
from bot.speak.pictures import Pictures
from storage import NewMessage
from tests.cogs.played import CRASH, Played
from tests.support.world import World, open_world

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


def watching(world: World, **options: Any) -> Health:
    """A watch over the world's bot, with a clock that stands still unless it is given one."""
    bot = world.bot
    given: dict[str, Any] = {
        "latency": lambda: 0.05,
        "guilds": lambda: 3,
        "clock": lambda: NOW,
        **options,
    }
    pictures = Pictures(None, bot.store)
    return Health(world.settings.heartbeat, bot.store, bot.games, pictures, **given)


async def scraped(health: Health) -> dict[str, float]:
    """The metrics as a scraper reads them, by name with its labels."""
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{health.port}/metrics") as answer,
    ):
        assert answer.headers["Content-Type"].startswith("text/plain; version=")
        text = await answer.text()
    rows = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in rows}


async def test_the_metrics(world: World) -> None:
    health = watching(world)
    await health.start(0)
    before = await scraped(health)
    await Played.bring(world, CRASH, 64)
    await world.refused(0, "run", routes="nonsense")
    await world.choices(0, "map", "area")
    health.connected(there=True)
    found = await scraped(health)
    await health.stop()

    def more(name: str) -> float:
        return found[name] - before.get(name, 0.0)

    def used(kind: str, name: str, outcome: str) -> float:
        labels = f'kind="{kind}",name="{name}",outcome="{outcome}"'
        return more(f"operating_round_interactions_total{{{labels}}}")

    assert used("command", "game import", "done") == 1
    assert used("command", "run", "refused") == 1
    assert used("choices", "map", "done") == 1
    answered = 'operating_round_acknowledgement_seconds_count{kind="command"}'
    assert more(answered) == 2
    assert before["operating_round_gateway_connected"] == 0
    assert found["operating_round_gateway_connected"] == 1
    assert found["operating_round_guilds"] == 3
    assert found["operating_round_games_in_memory"] == 1
    assert found["operating_round_outbox_waiting"] == 0
    assert found["operating_round_pictures_waiting"] == 0
    assert found["operating_round_start_time_seconds"] == NOW.timestamp()


async def test_what_waits_to_be_said_is_told_with_its_age(world: World) -> None:
    played = await Played.bring(world, CRASH, 64)
    stored = (await played.live()).stored
    health = watching(world)
    await health.start(0)
    await world.bot.store.archive(stored.id, [NewMessage(stored.channel_id, "note", "{}")])
    found = await scraped(health)
    await health.stop()
    assert found["operating_round_outbox_waiting"] == 1
    assert 0 <= found["operating_round_outbox_oldest_seconds"] < 600


async def test_the_heartbeat_is_there_while_the_bot_runs(world: World) -> None:
    file = world.settings.heartbeat
    now = [NOW]
    health = watching(world, clock=lambda: now[0])
    assert read_heartbeat(file) is None
    await health.start(None)
    beat = read_heartbeat(file)
    assert beat is not None
    assert (beat.at, beat.database) == (NOW.timestamp(), True)
    assert beat.cut_off == NOW.timestamp(), "not connected yet"
    health.connected(there=True)
    await health.beat()
    beat = read_heartbeat(file)
    assert beat is not None
    assert beat.cut_off is None
    now[0] += timedelta(minutes=3)
    health.connected(there=False)
    now[0] += timedelta(minutes=1)
    health.connected(there=False)
    await health.beat()
    beat = read_heartbeat(file)
    assert beat is not None
    assert beat.at - (beat.cut_off or 0) == 60
    assert [found.name for found in file.parent.glob("heartbeat*")] == [file.name]
    await health.stop()
    assert read_heartbeat(file) is None


async def test_a_database_that_does_not_answer(tmp_path: Path) -> None:
    async with open_world(tmp_path) as world:
        health = watching(world)
        await health.start(0)

        async def fail() -> None:
            raise OSError("no disk")

        world.bot.store.outbox_age = fail  # type: ignore[assignment,method-assign]
        await health.beat()
        beat = read_heartbeat(world.settings.heartbeat)
        assert beat is not None
        assert not beat.database
        found = await scraped(health)
        assert found["operating_round_outbox_waiting"] != found["operating_round_outbox_waiting"]
        await health.stop()


async def test_a_port_in_use(world: World) -> None:
    first, second = watching(world), watching(world)
    await first.start(0)
    with pytest.raises(StartError, match="METRICS_PORT"):
        await second.start(first.port)
    await second.stop()
    await first.stop()


async def test_the_port_is_off_unless_it_is_set(world: World) -> None:
    health = watching(world)
    await health.start(None)
    assert health.port == 0
    await health.stop()
