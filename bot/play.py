"""What every cog needs: take a move and tell it, look at the game, offer what is legal."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping
from typing import Any

import discord
from discord import app_commands

from bot.client import OperatingRoundBot
from bot.games.live import LiveGame, who
from bot.games.mentions import read_mention
from bot.games.service import Make
from bot.refusal import PlayerError

MOST_CHOICES = 25
LONGEST_NAME = 100

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


async def mine(interaction: Interaction) -> LiveGame | None:
    """The game, if it waits for a decision of this very player: for autocomplete."""
    try:
        live = await look(interaction)
    except PlayerError:
        return None
    seat = live.game.player_to_act
    return live if seat is not None and live.holder(seat) == interaction.user.id else None


def choices(pairs: Iterable[tuple[str, str]], typed: str) -> Choices:
    """Autocomplete choices of (value, label) pairs that match what was typed."""
    wanted = typed.strip().lower()
    found: Choices = []
    seen: set[str] = set()
    for value, label in pairs:
        if value in seen or wanted not in f"{value} {label}".lower():
            continue
        seen.add(value)
        found.append(app_commands.Choice(name=label[:LONGEST_NAME], value=value))
        if len(found) == MOST_CHOICES:
            break
    return found


def filled(interaction: Interaction, option: str) -> Any:
    """What another option of the command holds while one is being completed."""
    return getattr(interaction.namespace, option, None)


def read_player(live: LiveGame, text: str | None, user_id: int) -> int:
    """The seat of the player whose name, seat number or mention was typed; one's own for nothing.

    Raises:
        PlayerError: There is no such player.
    """
    players = live.game.state.players
    if text is None:
        own = live.seats_of(user_id)
        if not own:
            raise PlayerError("You have no seat in this game: say whom you mean with `who:`.")
        return own[0].number
    wanted = text.strip().lower()
    mention = read_mention(wanted)
    for player in players.values():
        member = live.holder(player.id)
        if wanted in {player.name.lower(), str(player.id)} or (
            mention is not None and member == mention
        ):
            return player.id
    names = ", ".join(who(live.game, seat) for seat in players)
    raise PlayerError(f"No player is called `{text.strip()[:40]}` here; there are {names}.")


def chosen(interaction: Interaction) -> str:
    """The one value that was chosen in a select. Raises PlayerError if it is not one."""
    data: Mapping[str, Any] = interaction.data or {}
    values = data.get("values")
    if not isinstance(values, list) or len(values) != 1:
        raise PlayerError("Choose one of the options.")
    return str(values[0])
