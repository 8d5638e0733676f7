"""The bot itself, the same on Discord and at the local table."""

import hashlib
import json

import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot.errors import Tree
from bot.games.lobby import LobbyService
from bot.games.reading import InItsOwnProcess, LogReader
from bot.games.service import GameService
from bot.settings import Settings
from bot.speak.lobby_board import LobbyBoard
from bot.speak.notifier import Notifier
from bot.speak.pictures import Pictures
from render.worker import Painter
from storage import Store

log = structlog.stdlib.get_logger(__name__)

GUILD_WAIT_SECONDS = 1.0

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here


class OperatingRoundBot(commands.Bot):
    """A client that needs to see servers and channels only: no messages, no list of members.

    Its commands are there in servers only.

    `always_sync` sends the commands to Discord at every start, for a Discord that forgets them.
    """

    store: Store
    games: GameService
    notifier: Notifier
    pictures: Pictures
    lobbies: LobbyService
    lobby_board: LobbyBoard

    def __init__(self, settings: Settings, *, always_sync: bool = False) -> None:
        super().__init__(
            command_prefix=(),
            help_command=None,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=GUILD_WAIT_SECONDS,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )
        self.settings = settings
        self.log_reader: LogReader = InItsOwnProcess(settings.import_seconds)
        self._always_sync = always_sync
        self._store_open = False

    async def setup_hook(self) -> None:
        """Open the store, load every cog, and tell Discord the commands if they changed."""
        self.store = await Store.open(self.settings.database)
        self._store_open = True
        self.games = GameService(self.store)
        self.pictures = Pictures(Painter() if self.settings.pictures else None, self.store)
        self.notifier = Notifier(self, self.games, self.pictures)
        self.lobbies = LobbyService(self.games, discord.utils.utcnow)
        self.lobby_board = LobbyBoard(self, self.lobbies)
        await self.load_extension("cogs")
        self.lobby_board.start()
        await self._sync_changed_commands()

    async def on_ready(self) -> None:
        """Note in the log that the bot can be used; say what was not said before the last stop."""
        log.info("ready", user=str(self.user), guilds=len(self.guilds))
        await self.notifier.flush()

    async def on_resumed(self) -> None:
        """Say what could not be said while the connection was lost."""
        await self.notifier.flush()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Note what a member is called now who uses the bot."""
        if interaction.guild_id is not None:
            user = interaction.user
            await self.games.names.see(interaction.guild_id, user.id, user.display_name)

    async def close(self) -> None:
        """Leave Discord, then close the store."""
        await super().close()
        if self._store_open:
            self._store_open = False
            if hasattr(self, "lobby_board"):
                await self.lobby_board.stop()
            self.pictures.close()
            await self.store.close()

    async def _sync_changed_commands(self) -> None:
        """Discord rations the registering of commands: do it only when they differ."""
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        key = f"commands:{self.application_id}"
        if not self._always_sync and await self.store.recall(key) == digest:
            return
        await self.tree.sync()
        await self.store.remember(key, digest)
        log.info("commands registered", count=len(payload))
