"""`/help` answers the asker alone, within Discord's limits."""

import pytest

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
    assert world.said() == []
