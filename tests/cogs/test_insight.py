"""The spreadsheet, the charts and the statements, asked for in a channel."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.cogs.played import CRASH, MIXED3, Played
from tests.support import forms
from tests.support.world import World, answer_of, open_world

SPECTATOR = 4
COMMANDS: list[tuple[str, dict[str, Any], list[str]]] = [
    ("table", {}, ["companies.png", "owners.png"]),
    ("chart", {"what": "worth"}, ["chart.png"]),
    ("chart", {"what": "owners", "company": "mr"}, ["chart.png"]),
    ("chart", {"what": "worth", "player": "Asha"}, ["chart.png"]),
]


async def test_pictures_come_with_their_words(tmp_path: Path) -> None:
    async with open_world(tmp_path, pictures=True) as world:
        await Played.bring(world, CRASH, 180)
        for command, options, pictures in COMMANDS:
            asked, before = len(world.env.http_requests), len(world.said())
            result = await world.slash(SPECTATOR, command, **options)
            messages = [m for m in [result.response, *result.followups] if m is not None]
            assert all(m.ephemeral for m in messages)
            assert len(world.said()) == before
            files = [a for m in messages for a in m.attachments]
            assert [f.filename for f in files if f.filename.endswith(".png")] == pictures, [
                m.content for m in messages
            ]
            assert all(f.description for f in files)
            for message in forms.messages(world.env.http_requests[asked:]):
                forms.check_limits(message)


async def test_a_statement_by_rounds(world: World) -> None:
    played = await Played.bring(world, MIXED3, 900)
    company = next(iter(played.game.state.companies))
    shown = answer_of(await world.slash(SPECTATOR, "statement", company=company))
    text = shown.embeds[0].description or ""
    assert text.startswith("**Operating Round")
    assert f"to ₹{played.game.state.companies[company].cash:,}" in text.split("\n")[0]
    assert "no such company" in await world.refused(SPECTATOR, "statement", company="XYZ")


async def test_a_chart_needs_its_company(world: World) -> None:
    await Played.bring(world, CRASH, 180)
    assert "Name a company" in await world.refused(SPECTATOR, "chart", what="owners")
