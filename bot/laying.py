"""The choice of a tile: one picture with numbered options, then a preview of the lay.

Selects and buttons carry the place in the game's list for which they were made.
"""

from __future__ import annotations

import re
from typing import Any, Self

import discord

from bot import play, views
from bot.deciding import lay_note
from bot.errors import PlayerError, answers_errors
from bot.live import LiveGame
from bot.options import company_on_turn, read_hex
from bot.pictures import Picture, files
from bot.present import words
from bot.present.choices import rotation_choice, tile_choice
from bot.service import check_sequence, check_turn
from engine.actions import LayTile
from engine.board import border_at, exit_of
from engine.components import components
from engine.game import Game
from engine.rounds.operating import OperatingRound
from engine.steps.railhead import line_ends
from engine.turn import Turn

Lay = views.Lay
MOST = 25


def turn_of(game: Game) -> Turn:
    """The company's turn that is on. Raises PlayerError if none is."""
    company_on_turn(game)
    round_ = game.state.round
    if not isinstance(round_, OperatingRound) or round_.turn is None:
        raise PlayerError("No company is laying track now.")
    return round_.turn


def ways(live: LiveGame, hex_id: str, tile: str | None = None) -> list[Lay]:
    """How a tile (or the tile named) may be laid in a hex now, without those that look the same.

    Raises:
        PlayerError: In no way.
    """
    turn = turn_of(live.game)
    legal = live.legal()
    found = [
        lay for lay in (legal.lay if legal else []) if lay[0] == hex_id and tile in (None, lay[1])
    ]
    if not found:
        what = f"tile {tile}" if tile else "no tile"
        cannot = f"{what} cannot be laid" if tile else "no tile can be laid"
        why = "`/track lay hex:` offers the hexes where something can."
        if turn.line:
            ends = line_ends(live.game.state, turn.company, turn.line)
            why = f"The line points into {', '.join(sorted(ends)) or 'no empty hex'} (rule 8.4.1)."
        raise PlayerError(f"In {hex_id} {cannot} now. {why}")
    return views.distinct(found)


def rotations(interaction: play.Interaction, lays: list[Lay]) -> play.Numbers:
    """For autocomplete: the rotations of the tile that was filled in, in the hex filled in."""
    here = str(play.filled(interaction, "hex") or "").upper()
    tile = str(play.filled(interaction, "tile") or "")
    fits = sorted({r for h, t, r in lays if h == here and t == tile})
    return [discord.app_commands.Choice(name=rotation_choice(here, tile, r), value=r) for r in fits]


def crossings(lay: Lay) -> list[str]:
    """The printed borders that the tile's track leads to, whether track lies behind them or not."""
    hex_id, number, rotation = lay
    mask = components().tiles[number].masks[rotation]
    found = []
    for edge in range(6):
        border = border_at(exit_of(hex_id, edge)) if mask >> edge & 1 else None
        if border:
            kind = "river" if border[0] == "water" else "province border"
            found.append(f"{kind} towards {components().hexes[hex_id].neighbors[edge]}")
    return found


async def lay(
    interaction: play.Interaction, hex_text: str, tile: str | None, rotation: int | None
) -> None:
    """Lay a tile; where several tiles or rotations are possible, let the player choose.

    Raises:
        PlayerError, RuleViolation: It cannot be laid.
    """
    if tile is not None and rotation is not None:
        turned = rotation
        await play.move(interaction, lambda game: _action(game, hex_text, tile.strip(), turned))
        return
    live = await play.look(interaction)
    check_turn(live, interaction.user.id)
    found = ways(live, read_hex(hex_text), tile.strip() if tile else None)
    if len(found) == 1 and tile is not None:
        only = found[0]
        await play.move(interaction, lambda game: _action(game, *only))
        return
    await choose(interaction, live, found)


def _action(game: Game, hex_text: str, tile: str, rotation: int) -> LayTile:
    return LayTile(company_on_turn(game).id, read_hex(hex_text), tile, rotation)


async def choose(interaction: play.Interaction, live: LiveGame, found: list[Lay]) -> None:
    """Show ways to lay a tile in a hex, to be chosen from."""
    await interaction.response.defer(ephemeral=True)
    file, text, view = await _choice(interaction, live, found)
    await interaction.followup.send(text, files=files(file), view=view, ephemeral=True)


async def _choice(
    interaction: play.Interaction, live: LiveGame, found: list[Lay]
) -> tuple[Picture | None, str, discord.ui.View]:
    hex_id = found[0][0]
    pictures = play.client(interaction).pictures
    theme = await pictures.theme(interaction.user.id)
    noted = [(lay, lay_note(live.game, lay)) for lay in found[:MOST]]
    left_out = len(found) - len(noted)
    options = views.options_view(live.game, hex_id, noted, theme, left_out)
    file = await pictures.file(options, "tiles")
    view = discord.ui.View(timeout=None)
    view.add_item(LaySelect(live.sequence, hex_id, live.game, noted))
    rest = f" {len(noted)} of {len(found)} ways are shown; `tile:` names one." if left_out else ""
    return file, f"{words.place(hex_id)}: which tile, and how?{rest}", view


async def preview(interaction: play.Interaction, sequence: int, lay: Lay) -> None:
    """Show the board with a tile that is not laid yet, what it costs and what it joins.

    Raises:
        PlayerError: The game has gone on.
    """
    live = await play.look(interaction)
    check_sequence(live, sequence)
    check_turn(live, interaction.user.id)
    company = company_on_turn(live.game)
    await interaction.response.defer()
    pictures = play.client(interaction).pictures
    theme = await pictures.theme(interaction.user.id)
    view = views.preview_view(live.game, company.id, lay, theme)
    file = await pictures.file(await pictures.numbered(view, interaction.user.id), "preview")
    hex_id, number, rotation = lay
    what = f"{tile_choice(live.game, hex_id, number)}, {rotation_choice(hex_id, number, rotation)}"
    lines = [
        f"**{company.id}** would lay {what}: {lay_note(live.game, lay)}.",
        f"{company.id} has {words.money(company.cash)}.",
        *([f"It leads to: {words.listed(crossings(lay))}."] if crossings(lay) else []),
    ]
    buttons = discord.ui.View(timeout=None)
    buttons.add_item(LayButton(sequence, lay))
    buttons.add_item(BackButton(sequence, hex_id))
    await interaction.edit_original_response(
        content="\n".join(lines), attachments=files(file), view=buttons
    )


class LaySelect(discord.ui.DynamicItem[discord.ui.Select[Any]], template=r"lay:(\d+):([A-R]\d+)"):
    """The numbered ways to lay a tile in a hex."""

    def __init__(
        self,
        sequence: int,
        hex_id: str,
        game: Game | None = None,
        noted: list[tuple[Lay, str]] | None = None,
    ) -> None:
        options = [
            discord.SelectOption(
                label=f"{n}: {tile_choice(game, hex_id, number)}"[:100],
                description=f"{rotation_choice(hex_id, number, rotation)}, {text}"[:100],
                value=f"{number}:{rotation}",
            )
            for n, ((_, number, rotation), text) in enumerate(noted or [], 1)
            if game is not None
        ]
        select: discord.ui.Select[Any] = discord.ui.Select(
            placeholder="Choose by number …", options=options, custom_id=f"lay:{sequence}:{hex_id}"
        )
        super().__init__(select)
        self.sequence = sequence
        self.hex = hex_id

    @classmethod
    async def from_custom_id(
        cls, interaction: play.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The select of a choice offered before a restart."""
        return cls(int(match[1]), match[2])

    @answers_errors
    async def callback(self, interaction: play.Interaction) -> None:
        """A way was chosen: preview it."""
        number, _, rotation = play.chosen(interaction).partition(":")
        if number not in components().tiles or rotation not in {"0", "1", "2", "3", "4", "5"}:
            raise PlayerError("Choose one of the numbered tiles.")
        await preview(interaction, self.sequence, (self.hex, number, int(rotation)))


class LayButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=r"layit:(\d+):([A-R]\d+):([A-Z0-9]+):([0-5])",
):
    """Lays the tile that is previewed."""

    def __init__(self, sequence: int, lay: Lay) -> None:
        hex_id, number, rotation = lay
        button: discord.ui.Button[Any] = discord.ui.Button(
            label="Lay it",
            style=discord.ButtonStyle.success,
            custom_id=f"layit:{sequence}:{hex_id}:{number}:{rotation}",
        )
        super().__init__(button)
        self.sequence = sequence
        self.lay = lay

    @classmethod
    async def from_custom_id(
        cls, interaction: play.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button of a preview made before a restart."""
        return cls(int(match[1]), (match[2], match[3], int(match[4])))

    @answers_errors
    async def callback(self, interaction: play.Interaction) -> None:
        """The player wants it."""
        hex_id, number, rotation = self.lay
        await interaction.response.defer()
        await play.move(
            interaction,
            lambda game: _action(game, hex_id, number, rotation),
            after=self.sequence,
        )
        await play.worn_out(interaction)


class BackButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"layback:(\d+):([A-R]\d+)"
):
    """Goes back to the choice of tiles."""

    def __init__(self, sequence: int, hex_id: str) -> None:
        button: discord.ui.Button[Any] = discord.ui.Button(
            label="Other tiles", custom_id=f"layback:{sequence}:{hex_id}"
        )
        super().__init__(button)
        self.sequence = sequence
        self.hex = hex_id

    @classmethod
    async def from_custom_id(
        cls, interaction: play.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button of a preview made before a restart."""
        return cls(int(match[1]), match[2])

    @answers_errors
    async def callback(self, interaction: play.Interaction) -> None:
        """The player wants to choose again."""
        live = await play.look(interaction)
        check_sequence(live, self.sequence)
        found = ways(live, self.hex)
        await interaction.response.defer()
        file, text, view = await _choice(interaction, live, found)
        await interaction.edit_original_response(content=text, attachments=files(file), view=view)
