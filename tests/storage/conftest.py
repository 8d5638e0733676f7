"""A store on a database of its own for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import NewAction, Seat, Store, StoredGame


def url_of(path: Path) -> str:
    """The database address of a file."""
    return f"sqlite+aiosqlite:///{path}"


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The address of a database that does not exist yet."""
    return url_of(tmp_path / "games.db")


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """An open store on an empty database."""
    store = await Store.open(url)
    yield store
    await store.close()


async def new_game(store: Store, *bodies: str, channel_id: int = 2) -> StoredGame:
    """A game of two seats in guild 1, with these actions."""
    return await store.create_game(
        guild_id=1,
        channel_id=channel_id,
        name="Bengal evenings",
        ruleset="rulebook",
        setup="{}",
        source="new",
        seats=[Seat(0, "Asha", 11), Seat(1, "Bela")],
        actions=[NewAction(body) for body in bodies],
    )
