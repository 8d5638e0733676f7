"""Fixtures for all tests."""

import gc
from collections.abc import AsyncIterator, Generator, Iterator
from pathlib import Path

import pytest
import structlog

from tests.support.databases import compiled_once
from tests.support.postgres import Server, running_server
from tests.support.world import World, open_world

TRANSCRIPT_LINES = 60


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come first: each takes long, and nobody is to wait for one at the end."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is None)


def pytest_collection_finish() -> None:
    """Let the garbage collector look no more at what is imported: that is half of its work."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _logs_for_caplog() -> None:
    """Send structlog's lines through the standard library, where pytest catches them."""
    structlog.configure(
        processors=[structlog.processors.KeyValueRenderer(key_order=["event"])],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )


@pytest.fixture(scope="session", autouse=True)
def _compiled_once() -> Iterator[None]:
    """Statements for SQLite are compiled once, not anew in each test."""
    with compiled_once():
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A PostgreSQL server, for whoever asks for it first; it costs 0.7 s of processor time."""
    with running_server() as server:
        yield server


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """The real bot on a Discord in memory, with a new database."""
    async with open_world(tmp_path / "data") as world:
        yield world


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add to a failure what the bot did last."""
    report = yield
    world = getattr(item, "funcargs", {}).get("world")
    if report.when == "call" and report.failed and isinstance(world, World):
        lines = world.env.transcript().splitlines()[-TRANSCRIPT_LINES:]
        report.sections.append(("what the bot did", "\n".join(lines)))
    return report
