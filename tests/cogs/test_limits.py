"""Discord registers all commands or none: what it would refuse must fail here first."""

import re
from collections.abc import Iterator
from typing import Any

from tests.support.world import World

NAME = re.compile(r"[-_a-z0-9]{1,32}")
GROUP_TYPES = {1, 2}


def nested(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The command, its subcommands, groups and options."""
    yield command
    for option in command.get("options", []):
        yield from nested(option)


async def test_commands_stay_inside_discords_limits(world: World) -> None:
    tree = world.bot.tree
    payload = [command.to_dict(tree) for command in tree.get_commands()]
    assert 0 < len(payload) <= 100
    for command in payload:
        for part in nested(command):
            assert NAME.fullmatch(part["name"]), part["name"]
            assert 1 <= len(part["description"]) <= 100, part["name"]
            assert len(part.get("options", [])) <= 25, part["name"]
            assert len(part.get("choices", [])) <= 25, part["name"]
            for choice in part.get("choices", []):
                assert 1 <= len(choice["name"]) <= 100, choice
