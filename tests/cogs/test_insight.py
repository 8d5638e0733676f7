"""The spreadsheet, the charts and the statements, asked for in a channel."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

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


async def test_the_map_as_it_was(tmp_path: Path) -> None:
    async with open_world(tmp_path, pictures=True) as world:
        await Played.bring(world, MIXED3, 300)
        for at, says in (("OR 1.1", "move"), ("sr 2", "move"), ("100", "after move 100 of 300")):
            shown = answer_of(await world.slash(0, "map", at=at))
            assert says in shown.content
            assert "tile" in (shown.attachments[0].description or "") or at == "OR 1.1"
        mine = answer_of(await world.slash(0, "map", at="my last turn"))
        assert "changed since" in mine.content
        assert "The game has 300 moves" in await world.refused(0, "map", at="301")
        assert "OR 9.1 has not begun" in await world.refused(0, "map", at="OR 9.1")
        assert "Say a round" in await world.refused(0, "map", at="yesterday")
        assert "You have no seat" in await world.refused(SPECTATOR, "map", at="my last turn")
        assert "without `at:`" in await world.refused(0, "map", at="100", routes=True)
        offered = await world.choices(0, "map", "at")
        assert offered[0] == "my last turn"
        assert "SR 1" in offered


async def test_the_page_comes_when_the_game_is_over(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.apart.run_apart", lambda work, *args, seconds: work(*args))
    await Played.bring(world, CRASH, 60)
    assert "when the game is over" in await world.refused(0, "game report")
    assert "when the game is over" in await world.refused(0, "game export", format="report")
    asked = answer_of(await world.slash(0, "game archive"))
    await world.click(0, asked, "Archive it")
    shown = answer_of(await world.slash(0, "game report"))
    assert shown.attachments, shown.content
    (file,) = shown.attachments
    assert file.filename.endswith(".html")
    assert shown.ephemeral
