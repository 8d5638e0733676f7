"""Whatever a member types, at its longest: one short answer, and never a fault."""

from __future__ import annotations

from typing import Any

import pytest
from discord import AppCommandOptionType, app_commands

from tests.cogs.played import CRASH, Played
from tests.support.world import World, answer_of

LONGEST = 6000
"""The most letters of an option, by Discord."""
LAY, DEALT, STOCK = 64, 1, 40
KINDS = {
    "letters": "x" * LONGEST,
    "words": "EIR_3 " * (LONGEST // 6),
    "digits": "9" * LONGEST,
    "mentions": "<@99999999999999999999>" * (LONGEST // 23),
    "routes": "4E: G8-G6-F5-D3 | " * (LONGEST // 18),
    "seats": "seat:9" * (LONGEST // 6),
}


def leaves(world: World) -> list[app_commands.Command[Any, ..., Any]]:
    """Every command that takes a text."""
    every = world.bot.tree.walk_commands()
    return [command for command in every if isinstance(command, app_commands.Command)]


@pytest.mark.parametrize(
    ("at", "kind"), [*((LAY, kind) for kind in KINDS), (DEALT, "words"), (STOCK, "words")]
)
async def test_the_longest_text_is_answered_shortly(world: World, at: int, kind: str) -> None:
    played = await Played.bring(world, CRASH, at)
    tried = 0
    for command in leaves(world):
        for option in command.parameters:
            free = option.type is AppCommandOptionType.string and not option.choices
            if not free or command.qualified_name == "game import":
                continue
            length = option.max_value or LONGEST
            options: dict[str, Any] = {option.display_name: KINDS[kind][: int(length)]}
            for other in command.parameters:
                if other.required and other is not option:
                    options[other.display_name] = _something(other)
            answer = answer_of(await world.slash(played.on_turn, command.qualified_name, **options))
            assert "Something went wrong" not in answer.content, (command.qualified_name, options)
            assert len(answer.content) <= 2000
            offered = command._params[option.name].autocomplete
            if offered:
                await world.choices(
                    played.on_turn, command.qualified_name, option.display_name, KINDS[kind][:100]
                )
            tried += 1
    assert tried > 20
    await played.check()


def _something(option: app_commands.Parameter) -> object:
    """A value for an option that must be there."""
    if option.choices:
        return option.choices[0].value
    if option.type is AppCommandOptionType.integer:
        return int(option.min_value or 1)
    return "x"
