"""`/help` and `/about` answer the asker alone, within Discord's limits."""

import re
from pathlib import Path

import pytest

from bot import __version__
from bot import changes as changelog
from bot.present.privacy import server_text
from cogs.about import START, TOPICS
from tests.support.world import World, answer_of


@pytest.mark.parametrize("topic", [None, *TOPICS])
async def test_help(world: World, topic: str | None) -> None:
    result = await (
        world.slash(0, "help") if topic is None else world.slash(0, "help", topic=topic)
    )
    assert result.ephemeral
    answer = answer_of(result)
    assert answer.content == (TOPICS[topic] if topic else START)
    assert len(answer.content) <= 2000
    assert topic is not None or "press **Take my turn**" in answer.content
    assert world.said() == []


async def test_about_tells_the_version_that_the_changelog_describes(world: World) -> None:
    result = await world.slash(0, "about")
    assert result.ephemeral
    answer = answer_of(result).content
    assert f"Operating Round {__version__}" in answer
    assert "MIT" in answer
    changes = (Path(__file__).parents[2] / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## (\S+)", changes, re.MULTILINE)
    assert newest is not None
    assert newest[1] == __version__
    first = changes.split("\n- ")[1].split()[:8]
    assert " ".join(first) in answer
    assert f"It was started <t:{int(world.bot.started.timestamp())}:R>." in answer
    assert server_text(world.bot.settings.leave_days) in answer
    assert len(answer) <= 2000


def test_the_newest_changes(tmp_path: Path) -> None:
    file = tmp_path / "CHANGELOG.md"
    assert changelog.newest(3, file) == ()
    file.write_text("# What\n\n## 2\n\n- One\n  [point](x.md).\n- Two.\n\n## 1\n\n- Old.\n")
    assert changelog.newest.__wrapped__(3, file) == ("One point.", "Two.")
