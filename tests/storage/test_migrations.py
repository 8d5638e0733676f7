"""What stands in a database of an older program is still there, and still said."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from alembic import command
from sqlalchemy import Connection, DateTime, bindparam, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.games.facts import Sentence, decode
from storage import Store
from storage.connection import migration_config

NOW = datetime.now(UTC)
TIMES = [bindparam(name, type_=DateTime(timezone=True)) for name in ("now", "said")]


def first(connection: Connection) -> None:
    command.upgrade(migration_config(connection), "0001")


async def old_database(url: str, entries: list[tuple[str, str, datetime | None]]) -> None:
    """A database of schema 0001 with a game and these entries (kind, body, said)."""
    engine = create_async_engine(url)
    async with engine.begin() as connection:
        await connection.run_sync(first)
        await connection.execute(
            text(
                "INSERT INTO games (guild_id, channel_id, name, ruleset, setup, source, status, "
                "created_at) VALUES (1, 2, 'evening', 'rulebook', '{}', 'new', 'active', :now)"
            ).bindparams(TIMES[0]),
            {"now": NOW},
        )
        rows: list[dict[str, Any]] = [
            {"kind": kind, "body": body, "now": NOW, "said": said} for kind, body, said in entries
        ]
        await connection.execute(
            text(
                "INSERT INTO outbox (game_id, channel_id, kind, body, created_at, said_at) "
                "VALUES (1, 2, :kind, :body, :now, :said)"
            ).bindparams(*TIMES),
            rows,
        )
    await engine.dispose()


async def test_lines_that_an_older_program_did_not_say_are_kept_with_their_call(
    empty_url: str,
) -> None:
    called = "**EIR** passes\n→ <@17>: **CGR**, track"
    await old_database(
        empty_url,
        [
            ("line", "said already", NOW),
            ("line", called, None),
            ("seats", '<@17> brings in a game "x"', None),
            ("status", "", None),
        ],
    )
    store = await Store.open(empty_url)
    waiting = await store.pending_outbox()
    assert [(e.kind, decode(e.body)) for e in waiting[:2]] == [
        ("line", Sentence(called, 17)),
        ("seats", Sentence('<@17> brings in a game "x"')),
    ]
    assert (waiting[2].kind, waiting[2].body) == ("status", "")
    assert len(waiting) == 3
    assert json.loads(waiting[0].body)["v"] == 1
    assert (await store.game(1)).channel_lost_at is None
    await store.close()
