"""What the commands that lay a tile have in common: their options `tile:` and `rotation:`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from discord import app_commands

from bot import play
from bot.games.live import LiveGame
from bot.typed import lays
from engine import Lay

Rotation = app_commands.Range[int, -1, 5]
"""Turned by how many times 60°; -1 is the choice that says why there is none."""
Offered = Callable[[LiveGame], Sequence[Lay]]


async def tiles(interaction: play.Interaction, typed: str, offered: Offered) -> play.Choices:
    """The tiles that may be laid in the hex of the command."""
    live = await play.mine(interaction)
    here = play.filled(interaction, "hex")
    return play.choices(lays.tiles(live.game, offered(live), here), typed)


async def rotations(interaction: play.Interaction, offered: Offered) -> play.Numbers:
    """The ways to turn the tile of the command in its hex."""
    live = await play.mine(interaction)
    here, tile = play.filled(interaction, "hex"), play.filled(interaction, "tile")
    return play.numbers(lays.rotations(live.game, offered(live), here, tile))
