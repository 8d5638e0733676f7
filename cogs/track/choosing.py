"""The choice of a tile: one picture with numbered options, then a preview of the lay.

Selects and buttons carry the place in the game's list for which they were made.
"""

from __future__ import annotations

import re
from typing import Any, Self

import discord

from bot import play
from bot.errors import answers_errors
from bot.games.live import LiveGame
from bot.games.turns import check_turn
from bot.lasting import AT, At, Lasting, LastingView
from bot.present import scenes, words
from bot.present.choices import joined, lay_choice
from bot.present.deciding import cost_of, gauge_changes, lay_note
from bot.present.layout import CHOICES
from bot.refusal import PlayerError
from bot.typed.lays import check_lays, known_tile, said, why_none
from bot.typed.on_turn import check_step, company_on_turn, other_step
from bot.typed.places import read_hex
from engine import Game, Lay
from engine.actions import LayTile
from engine.components import components
from engine.hexsides import border_at, exit_of

HEX = r"(?P<hex>[A-R]\d{1,2})"


def offered(live: LiveGame) -> list[Lay]:
    """All ways to lay a tile in the track step. Raises PlayerError if there are none."""
    if other := other_step(live.game, "track"):
        raise PlayerError(other)
    legal = live.legal()
    if legal is None or not legal.lay:
        raise PlayerError(why_none(live.game))
    return legal.lay


def ways(live: LiveGame, hex_id: str, tile: str | None = None) -> list[Lay]:
    """How a tile (or the tile named) may be laid in a hex now, without those that look the same.

    Raises:
        PlayerError: In no way.
    """
    return scenes.distinct(check_lays(live.game, offered(live), hex_id, tile))[:CHOICES]


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
    turned = said(rotation)
    if tile is not None and turned is not None:
        await play.move(interaction, lambda game: _action(game, hex_text, tile, turned))
        return
    live = await play.look(interaction)
    check_turn(live, interaction.user.id)
    check_step(live.game, "track")
    found = ways(live, read_hex(hex_text), known_tile(tile) if tile else None)
    if len(found) == 1 and tile is not None:
        only = found[0]
        await play.move(interaction, lambda game: _action(game, *only))
        return
    await choose(interaction, live, found)


def _action(game: Game, hex_text: str, tile: str, rotation: int) -> LayTile:
    company = company_on_turn(game)
    check_step(game, "track")
    return LayTile(company.id, read_hex(hex_text), known_tile(tile), rotation)


async def choose(
    interaction: play.Interaction, live: LiveGame, found: list[Lay], *, instead: bool = False
) -> None:
    """Show ways to lay a tile in a hex, to be chosen from; `instead` of what is shown now."""
    hex_id = found[0][0]
    noted = [(lay, lay_note(live.game, lay)) for lay in found]
    picture = scenes.options_view(live.game, hex_id, noted, await play.theme(interaction))
    view = LastingView(LaySelect(At.of(live), hex_id, live.game, noted))
    text = f"{words.place(hex_id)}: which tile, and how?"
    await play.show(interaction, picture, "tiles", text, view=view, instead=instead)


async def preview(interaction: play.Interaction, at: At, lay: Lay) -> None:
    """Show the board with a tile that is not laid yet, what it costs and what it joins.

    Raises:
        PlayerError: The game has gone on.
    """
    live = await play.still(interaction, at)
    company = company_on_turn(live.game)
    theme = await play.theme(interaction)
    picture = scenes.preview_view(live.game, company.id, lay, theme)
    hex_id, number, rotation = lay
    cost = cost_of(live.game, lay)
    crossed = crossings(lay)
    left = f"cash {words.money(company.cash)} → {words.money(company.cash - cost)}"
    lines = [
        f"**{company.id}** would lay tile {number} turned {rotation} in {words.place(hex_id)}.",
        f"It {joined(hex_id, number, rotation)}. Cost {words.money(cost)}, {left}."
        if cost
        else f"It {joined(hex_id, number, rotation)}. It is free.",
        *(f"It makes a gauge change at {name}." for name in gauge_changes(live.game, lay)),
        *([f"It crosses: {words.listed(crossed)}."] if crossed else []),
    ]
    view = LastingView(LayButton(at, lay))
    if len(ways(live, hex_id)) > 1:
        view.add_item(BackButton(at, hex_id))
    await play.show(interaction, picture, "preview", "\n".join(lines), view=view, instead=True)


class LaySelect(Lasting[discord.ui.Select[Any]], template=rf"lay:{AT}:{HEX}"):
    """The numbered ways to lay a tile in a hex."""

    def __init__(
        self,
        at: At,
        hex_id: str,
        game: Game | None = None,
        noted: list[tuple[Lay, str]] | None = None,
    ) -> None:
        options = [
            discord.SelectOption(
                label=label, description=description, value=f"{lay.tile}:{lay.rotation}"
            )
            for n, (lay, text) in enumerate(noted or [], 1)
            if game is not None
            for label, description in [lay_choice(game, n, lay, text)]
        ]
        select: discord.ui.Select[Any] = discord.ui.Select(
            placeholder="Choose by number …", options=options, custom_id=f"lay:{at}:{hex_id}"
        )
        super().__init__(select)
        self.at, self.hex = at, hex_id

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The select of a choice offered before a restart."""
        return cls(At.read(match), match["hex"])

    @answers_errors
    async def callback(self, interaction: play.Interaction) -> None:
        """A way was chosen: preview it."""
        number, _, rotation = play.chosen(interaction).partition(":")
        if number not in components().tiles or rotation not in {"0", "1", "2", "3", "4", "5"}:
            raise PlayerError("Choose one of the numbered tiles.")
        await preview(interaction, self.at, Lay(self.hex, number, int(rotation)))


class LayButton(
    Lasting[discord.ui.Button[Any]],
    template=rf"layit:{AT}:{HEX}:(?P<tile>[A-Z0-9]+):(?P<rotation>[0-5])",
):
    """Lays the tile that is previewed."""

    def __init__(self, at: At, lay: Lay) -> None:
        hex_id, number, rotation = lay
        button: discord.ui.Button[Any] = discord.ui.Button(
            label="Lay it",
            style=discord.ButtonStyle.success,
            custom_id=f"layit:{at}:{hex_id}:{number}:{rotation}",
        )
        super().__init__(button)
        self.at, self.lay = at, lay

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The button of a preview made before a restart."""
        return cls(At.read(match), Lay(match["hex"], match["tile"], int(match["rotation"])))

    @answers_errors
    async def callback(self, interaction: play.Interaction) -> None:
        """The player wants it."""
        await play.defer(interaction)
        await play.look(interaction, self.at.game)
        await play.move(interaction, lambda game: _action(game, *self.lay), after=self.at.after)
        await play.worn_out(interaction)


class BackButton(Lasting[discord.ui.Button[Any]], template=rf"layback:{AT}:{HEX}"):
    """Goes back to the choice of tiles."""

    def __init__(self, at: At, hex_id: str) -> None:
        button: discord.ui.Button[Any] = discord.ui.Button(
            label="Other tiles", custom_id=f"layback:{at}:{hex_id}"
        )
        super().__init__(button)
        self.at, self.hex = at, hex_id

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The button of a preview made before a restart."""
        return cls(At.read(match), match["hex"])

    @answers_errors
    async def callback(self, interaction: play.Interaction) -> None:
        """The player wants to choose again."""
        live = await play.still(interaction, self.at)
        await choose(interaction, live, ways(live, self.hex), instead=True)
