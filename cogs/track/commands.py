"""Step 1, `/track`: lay yellow tiles or upgrade one; remove a gauge-change marker."""

import discord
from discord import app_commands
from discord.ext import commands

from bot import play
from bot.client import OperatingRoundBot
from bot.present.choices import hex_choice, tile_choice
from bot.typed import options
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
        rotation: app_commands.Range[int, 0, 5] | None = None,
    ) -> None:
        """Lay a tile; what is left open is chosen from a picture."""
        await choosing.lay(interaction, hex, tile, rotation)

    @app_commands.command(description="Remove a gauge-change marker, as the whole track step")
    @app_commands.describe(border="Between which hexes")
    async def unmark(self, interaction: discord.Interaction, border: str) -> None:
        """Remove a gauge-change marker (Phase IV)."""
        await play.move(interaction, lambda game: options.unmark(game, border))

    @lay.autocomplete("hex")
    async def _hexes(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        live = await play.mine(interaction)
        legal = live.legal() if live else None
        lays = legal.lay if live and legal else []
        return play.choices([(h, hex_choice(h)) for h, _, _ in lays], typed)

    @lay.autocomplete("tile")
    async def _tiles(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        live = await play.mine(interaction)
        legal = live.legal() if live else None
        if not live or not legal:
            return []
        here = str(play.filled(interaction, "hex") or "").upper()
        pairs = [(t, tile_choice(live.game, h, t)) for h, t, _ in legal.lay if h == here]
        return play.choices(pairs, typed)

    @lay.autocomplete("rotation")
    async def _rotations(self, interaction: discord.Interaction, typed: str) -> play.Numbers:
        live = await play.mine(interaction)
        legal = live.legal() if live else None
        return choosing.rotations(interaction, legal.lay if legal else [])

    @unmark.autocomplete("border")
    async def _borders(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        live = await play.mine(interaction)
        legal = live.legal(lays=False) if live else None
        borders = [options.border_value(h, e) for h, e in legal.unmark] if legal else []
        return play.choices([(b, b) for b in borders], typed)


async def setup(bot: OperatingRoundBot) -> None:
    """Add the cog and its buttons to the bot."""
    await bot.add_cog(Track())
    bot.add_dynamic_items(choosing.LaySelect, choosing.LayButton, choosing.BackButton)
