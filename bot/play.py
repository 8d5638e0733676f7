"""What every cog needs: take a move and tell it, look at the game, offer what is legal."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping
from typing import Any

import discord
from discord import app_commands

from bot.client import OperatingRoundBot
from bot.errors import reason_choice
from bot.games.live import LiveGame
from bot.games.service import Make, MakeAll, check_turn
from bot.present.layout import CHOICE, CHOICES, clip
from bot.refusal import PlayerError

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]
Numbers = list[app_commands.Choice[int]]


def client(interaction: Interaction) -> OperatingRoundBot:
    """The bot that an interaction reached."""
    bot: OperatingRoundBot = interaction.client
    return bot


async def move(
    interaction: Interaction, make: Make, *, after: int | None = None, aside: str | None = None
) -> None:
    """Take the move that `make` builds, answer with its line, renew the status message.

    With `aside` the answer is that, for the player alone, and the line goes to the channel.

    Raises:
        PlayerError, RuleViolation: It cannot be taken; the game is as it was.
    """
    bot = client(interaction)
    moved = await bot.games.move(
        interaction.guild_id, interaction.channel_id, interaction.user.id, make, after=after
    )
    await bot.notifier.moved(interaction, moved, aside=aside)


async def moves(interaction: Interaction, make: MakeAll) -> None:
    """Take the moves that `make` builds, all or none, and answer with one line for them.

    The player alone is told that they are several.

    Raises:
        PlayerError, RuleViolation: They cannot be taken; the game is as it was.
    """
    bot = client(interaction)
    taken = await bot.games.moves(
        interaction.guild_id, interaction.channel_id, interaction.user.id, make
    )
    await bot.notifier.moved(interaction, taken[-1], earlier=taken[:-1])
    if len(taken) > 1:
        await interaction.followup.send(
            f"These are {len(taken)} moves in the log: `/game undo` takes them back one by one.",
            ephemeral=True,
        )


def patience(interaction: Interaction) -> float:
    """Seconds for a search (a setting); then it offers the best found and says it is unproved."""
    return client(interaction).settings.route_seconds


async def worn_out(interaction: Interaction) -> None:
    """Take the buttons away with which a move was made; if that fails, they are stale anyway."""
    with contextlib.suppress(discord.HTTPException):
        await interaction.edit_original_response(view=None)


async def look(interaction: Interaction) -> LiveGame:
    """The game of the channel, to look at. Raises PlayerError where there is none."""
    return await client(interaction).games.load(interaction.guild_id, interaction.channel_id)


async def answer(interaction: Interaction, embed: discord.Embed, *, public: bool = False) -> None:
    """Answer with an embed, to the asker alone unless it is to be public."""
    await interaction.response.send_message(embed=embed, ephemeral=not public)


async def mine(interaction: Interaction) -> LiveGame:
    """The game, if it waits for a decision of this very player: for autocomplete.

    Raises:
        PlayerError: It does not, or there is none; autocomplete shows that as its only choice.
    """
    live = await look(interaction)
    check_turn(live, interaction.user.id)
    return live


def choices(pairs: Iterable[tuple[str, str]], typed: str) -> Choices:
    """Autocomplete choices of (value, label) pairs that match what was typed.

    Where there are too many for Discord, the last choice says how many are left out.

    Raises:
        PlayerError: Nothing matches.
    """
    labels: dict[str, str] = {}
    for value, label in pairs:
        labels.setdefault(value, label)
    wanted = typed.strip().lower()
    found = [(v, label) for v, label in labels.items() if wanted in f"{v} {label}".lower()]
    if not found:
        what = f"Nothing here matches “{clip(wanted, 20)}”" if wanted else "There is no choice now"
        raise PlayerError(f"{what}; clear the field to see all {len(labels)}." if labels else what)
    shown = found if len(found) <= CHOICES else found[: CHOICES - 1]
    offered = [app_commands.Choice(name=clip(label, CHOICE), value=value) for value, label in shown]
    if len(shown) < len(found):
        more = f"{len(found) - len(shown)} more: type a part of the name, or a word of the list."
        offered.append(reason_choice(more))
    return offered


def numbers(pairs: Iterable[tuple[int, str]]) -> Numbers:
    """Autocomplete choices of (number, label) pairs."""
    return [app_commands.Choice(name=clip(label, CHOICE), value=value) for value, label in pairs]


def filled(interaction: Interaction, option: str) -> str:
    """What another option of the command holds while one is being completed."""
    return str(getattr(interaction.namespace, option, None) or "")


def chosen(interaction: Interaction) -> str:
    """The one value that was chosen in a select. Raises PlayerError if it is not one."""
    data: Mapping[str, Any] = interaction.data or {}
    values = data.get("values")
    if not isinstance(values, list) or len(values) != 1:
        raise PlayerError("Choose one of the options.")
    return str(values[0])
