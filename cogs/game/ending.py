"""`/game archive`, `delete` and `verify`: what is left to do with a game that has been played."""

from __future__ import annotations

import contextlib
import re
from typing import Any, Self

import discord
from discord import app_commands
from discord.ext import commands

from bot import play
from bot.errors import answers_errors
from bot.games import ending
from bot.games.live import LiveGame
from bot.games.names import clean
from bot.lasting import Lasting, LastingView
from bot.present import ending as words
from bot.speak.answer import TROUBLE
from cogs.game import people

LABELS = {"archive": "Archive it", "delete": "Delete it for good", "keep": "Keep it"}
DANGER = {"archive", "delete"}


class EndingCommands(commands.Cog):
    """The part of `/game` after a game."""

    @app_commands.command(description="Put this game away: its channel is free for the next one")
    @app_commands.describe(game="Another game of this server, such as one whose channel is gone")
    async def archive(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """A game that is not over is put away after a question only."""
        live = await _own(interaction, game, archive=True)
        if not live.game.finished:
            await _ask(interaction, "archive", live, words.archive_question(live))
            return
        await play.defer(interaction)
        await _archive(interaction, live)
        await play.say(interaction, "It is archived.")

    @app_commands.command(description="Delete this game for good, after a question")
    @app_commands.describe(game="Another game of this server, such as one whose channel is gone")
    async def delete(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """Nothing is deleted before the answer."""
        live = await _own(interaction, game, archive=False)
        await _ask(interaction, "delete", live, words.delete_question(live))

    @app_commands.command(description="Check the shuffle of this game, once it is over")
    @app_commands.describe(game="Another game of this server")
    async def verify(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """Compute the setup anew from the secret."""
        await play.defer(interaction)
        live = await _found(interaction, game)
        await play.say(interaction, words.proof_text(ending.proof(live)))

    @archive.autocomplete("game")
    @delete.autocomplete("game")
    @verify.autocomplete("game")
    async def _games(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        bot, user = play.client(interaction), interaction.user.id
        if interaction.guild_id is None:
            return []
        games = bot.store.games_of
        found = [
            *await games(interaction.guild_id),
            *await games(interaction.guild_id, archived=True),
        ]
        mine = [
            (str(g.id), f"{clean(g.name)} ({g.status}, {g.last_sequence} entries)")
            for g in reversed(found)
            if user == g.opened_by or user in {s.user_id for s in g.seats}
        ]
        return play.choices(mine, typed)


async def _found(interaction: play.Interaction, game: str | None) -> LiveGame:
    games = play.client(interaction).games
    if game is not None:
        stored = await ending.game_of(games, interaction.guild_id, game)
    else:
        stored = await ending.last_of(games, interaction.guild_id, interaction.channel_id)
    return await games.fresh(stored)


async def _own(interaction: play.Interaction, game: str | None, *, archive: bool) -> LiveGame:
    """The game, if the member may put it away (or delete it)."""
    if game is None and archive:
        live = await play.look(interaction)
    else:
        live = await _found(interaction, game)
    manages = people.manages(interaction)
    ending.check_may_end(live, interaction.user.id, manages=manages, archive=archive)
    return live


async def _ask(interaction: play.Interaction, deed: str, live: LiveGame, question: str) -> None:
    view = LastingView(*(EndingButton(answer, live.stored.id) for answer in ("keep", deed)))
    await play.say(interaction, question, view=view)


async def _archive(interaction: play.Interaction, live: LiveGame) -> None:
    bot, by = play.client(interaction), interaction.user.display_name
    await ending.archive(bot.games, live, lambda game: words.archived_line(game, by))
    await bot.notifier.flush_game(live.stored.id)


async def _delete(interaction: play.Interaction, live: LiveGame) -> None:
    bot = play.client(interaction)
    line = words.deleted_line(live, interaction.user.display_name)
    await ending.delete(bot.games, live)
    channel = bot.get_partial_messageable(live.stored.channel_id)
    with contextlib.suppress(*TROUBLE):
        await channel.send(line)


DONE = {"archive": (_archive, "It is archived."), "delete": (_delete, "It is deleted.")}


class EndingButton(
    Lasting[discord.ui.Button[Any]],
    template=r"ending:(?P<deed>archive|delete|keep):(?P<game>\d{1,9})",
):
    """The answer to the question before a game is put away or deleted."""

    def __init__(self, deed: str, game_id: int) -> None:
        secondary, danger = discord.ButtonStyle.secondary, discord.ButtonStyle.danger
        super().__init__(
            discord.ui.Button(
                label=LABELS[deed],
                style=danger if deed in DANGER else secondary,
                custom_id=f"ending:{deed}:{game_id}",
            )
        )
        self.deed = deed
        self.game_id = game_id

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The button of a question asked before a restart."""
        return cls(match["deed"], int(match["game"]))

    @answers_errors
    async def callback(self, interaction: play.Interaction) -> None:
        """The member has answered."""
        await play.defer(interaction)
        if self.deed == "keep":
            await play.edit(interaction, content="It stays.", view=None)
            return
        live = await _own(interaction, str(self.game_id), archive=self.deed == "archive")
        do, done = DONE[self.deed]
        await do(interaction, live)
        await play.edit(interaction, content=done, view=None)
