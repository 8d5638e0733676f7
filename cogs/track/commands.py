"""Step 1, `/track`: lay yellow tiles or upgrade one; remove a gauge-change marker."""

import discord
from discord import app_commands
from discord.ext import commands

from bot import play
from bot.client import OperatingRoundBot
from bot.typed import building, lays
from cogs import laying
from cogs.laying import Rotation
from cogs.track import choosing


class Track(commands.GroupCog, name="track", description="Step 1: build track"):
    """Build track."""

    @app_commands.command(description="Lay a yellow tile, or upgrade a tile")
    @app_commands.describe(
        hex="Where",
        tile="Which tile; left open, you choose from a picture",
        rotation="Turned by how many times 60° clockwise",
    )
    async def lay(
        self,
        interaction: discord.Interaction,
        hex: str,
        tile: str | None = None,
        rotation: Rotation | None = None,
    ) -> None:
        """Lay a tile; what is left open is chosen from a picture."""
        await choosing.lay(interaction, hex, tile, rotation)

    @app_commands.command(description="Remove a gauge-change marker, as the whole track step")
    @app_commands.describe(border="Between which hexes")
    async def unmark(self, interaction: discord.Interaction, border: str) -> None:
        """Remove a gauge-change marker (Phase IV)."""
        await play.move(interaction, lambda game: building.unmark(game, border))

    @lay.autocomplete("hex")
    async def _hexes(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        live = await play.mine(interaction)
        return play.choices(lays.hexes(live.game, [h for h, _, _ in choosing.offered(live)]), typed)

    @lay.autocomplete("tile")
    async def _tiles(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        return await laying.tiles(interaction, typed, choosing.offered)

    @lay.autocomplete("rotation")
    async def _rotations(self, interaction: discord.Interaction, typed: str) -> play.Numbers:
        return await laying.rotations(interaction, choosing.offered)

    @unmark.autocomplete("border")
    async def _borders(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        return play.choices(building.borders(await play.mine(interaction)), typed)


async def setup(bot: OperatingRoundBot) -> None:
    """Add the cog and its buttons to the bot."""
    await bot.add_cog(Track())
    bot.add_dynamic_items(choosing.LaySelect, choosing.LayButton, choosing.BackButton)
