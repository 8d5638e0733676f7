"""What every cog needs: take a move and tell it, look at the game, offer what is legal."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Iterable, Mapping
from typing import Any

import discord
from discord import app_commands

from bot.client import OperatingRoundBot
from bot.games.live import LiveGame
from bot.games.mentions import read_mention
from bot.games.refusals import NotAnnounced
from bot.games.service import Hand, Make, Moved, Place
from bot.present.turns import refusal, who
from bot.refusal import PlayerError
from bot.speak.answer import TROUBLE, Answer
from render.view import ThemeName, View

MOST_CHOICES = 25
LONGEST_NAME = 100

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]
Numbers = list[app_commands.Choice[int]]


def client(interaction: Interaction) -> OperatingRoundBot:
    """The bot that an interaction reached."""
    bot: OperatingRoundBot = interaction.client
    return bot


def hand(interaction: Interaction) -> tuple[Place, Hand]:
    """Where and by whom a move is made."""
    place = Place(interaction.guild_id, interaction.channel_id)
    return place, Hand(interaction.user.id, interaction.id)


async def move(
    interaction: Interaction, make: Make, *, after: int | None = None, aside: str | None = None
) -> None:
    """Take the move that `make` builds, answer with its line, renew the status message.

    With `aside` the answer is that, for the player alone, and the line goes to the channel. A
    command that was given before its player was told of the turn that is on is not taken: he is
    told of it, and may give it once more.

    Raises:
        PlayerError, RuleViolation: It cannot be taken; the game is as it was.
    """
    games = client(interaction).games
    try:
        move_ = games.move(*hand(interaction), make, after=after)
        await take(interaction, move_, aside=aside)
    except NotAnnounced as unknown:
        sent = await Answer.of(interaction).send(refusal(unknown), ephemeral=True)
        games.announced(unknown.live, sent.moment, interaction.user.id)


async def take(
    interaction: Interaction, moving: Awaitable[Moved], *, aside: str | None = None
) -> None:
    """Answer with what becomes of a move: in public, so a slow one is deferred in public, too."""
    Answer.of(interaction).ephemeral = aside is not None
    await client(interaction).notifier.moved(interaction, await moving, aside=aside)


def patience(interaction: Interaction) -> float:
    """Seconds for a search (a setting); then it offers the best found and says it is unproved."""
    return client(interaction).settings.route_seconds


async def worn_out(interaction: Interaction) -> None:
    """Take the buttons away with which a move was made; if that fails, they are stale anyway."""
    with contextlib.suppress(*TROUBLE):
        await interaction.edit_original_response(view=None)


async def look(interaction: Interaction) -> LiveGame:
    """The game of the channel, to look at. Raises PlayerError where there is none."""
    return await client(interaction).games.load(interaction.guild_id, interaction.channel_id)


async def answer(interaction: Interaction, embed: discord.Embed, *, public: bool = False) -> None:
    """Answer with an embed, to the asker alone unless it is to be public."""
    await Answer.of(interaction).send(embed=embed, ephemeral=not public)


async def say(
    interaction: Interaction, text: str | None = None, *, public: bool = False, **options: Any
) -> None:
    """Answer with a text or what the options hold, to the asker alone unless it is to be public."""
    await Answer.of(interaction).send(text, ephemeral=not public, **options)


async def edit(interaction: Interaction, **changes: Any) -> None:
    """Change the message whose button or select was used."""
    await Answer.of(interaction).edit(**changes)


async def defer(interaction: Interaction) -> None:
    """Acknowledge at once: what follows may take long, or a button's message is to be changed.

    Where that fails the work is done all the same; whoever answers later sees to the rest.
    """
    with contextlib.suppress(*TROUBLE):
        await Answer.of(interaction).defer()


async def show(
    interaction: Interaction, picture: View, name: str, text: str | None = None, **options: Any
) -> None:
    """Answer with a picture called `name`; see `Pictures.answer` for the options."""
    await client(interaction).pictures.answer(interaction, picture, name, text, **options)


async def theme(interaction: Interaction) -> ThemeName:
    """The theme in which the player wants pictures."""
    return await client(interaction).pictures.theme(interaction.user.id)


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
