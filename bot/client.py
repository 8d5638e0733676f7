"""The bot itself, the same on Discord and at the local table."""

import asyncio
import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot import __version__
from bot.apart import InTurn
from bot.errors import Tree, answer_unknown
from bot.games.absence import Absence
from bot.games.ahead import Ahead, RandomWait
from bot.games.asked import Asked
from bot.games.consent import Consents
from bot.games.lobby import LobbyService
from bot.games.nudging import Nudging
from bot.games.offering import Offering
from bot.games.opening import Opening
from bot.games.privacy import Privacy
from bot.games.reading import InItsOwnProcess, LogReader
from bot.games.reminders import OFFER, REPLACE, UNDO, Reminders
from bot.games.schedule import Schedule
from bot.games.seating import Seating
from bot.games.servers import ServerKeeper
from bot.games.service import GameService
from bot.games.waiting import Waiting
from bot.health import Health
from bot.recurring import Sleep
from bot.settings import Settings
from bot.speak.answer import TROUBLE
from bot.speak.calling import Calling
from bot.speak.later import Later
from bot.speak.latest import Latest
from bot.speak.lobby_board import LobbyBoard
from bot.speak.notifier import Notifier
from bot.speak.pictures import Pictures
from bot.speak.programs import AheadTeller
from bot.speak.roll_call import RollCall
from render.worker import Painter
from storage import Clock, DueTimes, Preferences, Processes, Store

log = structlog.stdlib.get_logger(__name__)

GUILD_WAIT_SECONDS = 1.0
STATUS_PAUSE = 4.0
"""Seconds between two pictures of a game's status at least."""

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here


class OperatingRoundBot(commands.Bot):
    """A client that needs to see servers and channels only: no messages, no list of members.

    Its commands are there in servers only.

    `always_sync` is for a Discord in memory, with one game: it forgets the commands, which are sent
    at every start, and the status has its new picture at once. `clock` tells the time to all that
    waits for it.
    """

    store: Store
    games: GameService
    notifier: Notifier
    pictures: Pictures
    seating: Seating
    offering: Offering
    opening: Opening
    ahead: Ahead
    schedule: Schedule
    waiting: Waiting
    calling: Calling
    consents: Consents
    reminders: Reminders
    absence: Absence
    nudging: Nudging
    asked: Asked
    lobbies: LobbyService
    lobby_board: LobbyBoard
    health: Health
    servers: ServerKeeper
    privacy: Privacy
    roll_call: RollCall

    def __init__(
        self,
        settings: Settings,
        *,
        always_sync: bool = False,
        clock: Clock = discord.utils.utcnow,
        **options: Any,
    ) -> None:
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
            **options,
        )
        self.settings = settings
        self.clock = clock
        self.log_reader: LogReader = InItsOwnProcess(settings.import_seconds)
        self.pages = InTurn()
        """The making of pages after games."""
        self.started = clock()
        """When the bot was started."""
        self.time_leaps = False
        """Whether Discord's time leaps forward here: nothing is done every few seconds then."""
        self.sleep: Sleep = asyncio.sleep
        """How time passes between what is done again and again; set before the bot starts."""
        self._always_sync = always_sync
        self._store_open = False

    async def setup_hook(self) -> None:
        """Open the store, load every cog, and tell Discord the commands if they changed."""
        self.store = await Store.open(self.settings.database, self.settings.share)
        self._store_open = True
        self.games = GameService(self.store)
        self.pictures = Pictures(Painter() if self.settings.pictures else None, self.store)
        pause = 0.0 if self._always_sync else STATUS_PAUSE
        self.later = Later()
        self.latest = Latest()
        self.notifier = Notifier(self, self.games, self.pictures, pause=pause)
        self.notifier.latest = self.latest
        self.schedule = Schedule(DueTimes(self.store), self.clock, self.sleep)
        self.schedule.tell = self.notifier.flush_game
        self.reminders = Reminders(self.schedule, Preferences(self.store), self.clock)
        self.waiting = Waiting(self.games, self.schedule, self.reminders, self.clock)
        self.absence = Absence(self.store, self.schedule, self.waiting, self.clock)
        self.nudging = Nudging(self.store, self.schedule, self.waiting, self.clock)
        self.calling = self.notifier.saying.calling = Calling(self, self.waiting)
        self.notifier.standing.times = self.calling.times
        self.seating = Seating(self.games)
        self.offering = Offering(self.games)
        self.opening = Opening(self.games)
        self.ahead = Ahead(self.games, self.opening, self.settings.route_seconds)
        if self.settings.ahead_seconds:
            seconds = self.settings.ahead_seconds
            RandomWait(self.ahead, self.games, self.schedule, self.clock, seconds)
        self.notifier.saying.ahead = AheadTeller(self, self.ahead, self.calling.split)
        patience = timedelta(hours=self.settings.replace_hours)
        self.consents = Consents(self.games, self.clock, patience)
        offers, questions = self.offering.waits_for, self.consents.waits_for
        asking = {OFFER: offers, UNDO: questions, REPLACE: questions}
        self.asked = Asked(self.games, self.schedule, self.reminders, asking)
        self.lobbies = LobbyService(self.games, self.clock)
        self.lobby_board = LobbyBoard(self, self.lobbies, self.schedule)
        leave = timedelta(days=self.settings.leave_days)
        self.privacy = Privacy(self.games)
        self.servers = ServerKeeper(self.games, self.schedule, self.clock, leave, self._is_in)
        self.health = Health(
            self.settings.heartbeat,
            self.store,
            self.games,
            self.pictures,
            latency=lambda: self.latency,
            guilds=lambda: len(self.guilds),
            clock=self.clock,
        )
        processes = Processes(self.store, self.clock)
        self.notifier.may_speak = processes.speaks
        self.roll_call = RollCall(processes, self.settings.share, self._look, self.sleep)
        await self.roll_call.start(again=not self.time_leaps)
        await self.load_extension("cogs")
        await self.lobby_board.start()
        await self._sync_changed_commands()

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Tell of an event, unless the bot is closed: discord.py may still get ready then."""
        if not self.is_closed():
            super().dispatch(event_name, *args, **kwargs)

    async def on_ready(self) -> None:
        """Say what was not said before the last stop, and get the games ready that are played."""
        log.info("ready", user=str(self.user), guilds=len(self.guilds), version=__version__)
        await self.servers.compare({guild.id for guild in self.guilds}, self._is_mine)
        await self.notifier.flush()
        self.schedule.start()
        await self.games.warm()
        await self.notifier.flush()

    def _is_mine(self, guild_id: int) -> bool:
        """Whether this process would hear of a server: others may share them, or it hears of none.

        A Discord in memory knows nothing of the servers of Discord.
        """
        return not self._always_sync and self.settings.share.has(guild_id)

    async def _is_in(self, guild_id: int) -> bool | None:
        """Whether the bot is in a server, whichever process hears it; None if Discord is not there.

        A Discord in memory knows nothing of the servers of Discord.
        """
        if self._always_sync:
            return None
        try:
            await self.fetch_guild(guild_id, with_counts=False)
        except (discord.Forbidden, discord.NotFound):
            return False
        except TROUBLE as error:
            log.warning("cannot ask whether the bot is in a server", guild=guild_id, problem=error)
            return None
        return True

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed from a server."""
        await self.servers.left(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot was invited to a server, perhaps once more."""
        await self.servers.joined(guild.id)

    async def on_connect(self) -> None:
        """Note that the connection to Discord is there."""
        self.health.connected(there=True)

    async def on_disconnect(self) -> None:
        """Note that the connection to Discord is lost; discord.py tries to get it back."""
        self.health.connected(there=False)

    async def _look(self) -> None:
        """See to what other processes have left for this one."""
        if self.is_ready():
            await self.notifier.flush_left()
            self.schedule.start()  # unless it goes on since the bot was ready
            self.schedule.wake()

    async def on_resumed(self) -> None:
        """Say what could not be said while the connection was lost."""
        self.health.connected(there=True)
        await self.notifier.flush()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer what nobody knows: a button, a select or a form of another version.

        Whoever uses the bot shows by it what he is called now, and that his channel is there.
        """
        if not interaction.response.is_done() and not self._is_known(interaction):
            await answer_unknown(interaction)
        if interaction.guild_id is not None:
            user = interaction.user
            await self.games.names.see(interaction.guild_id, user.id, user.display_name)
            await self.notifier.heard_from(interaction.channel_id)

    def _is_known(self, interaction: discord.Interaction) -> bool:
        """Whether somebody handles a component or a form; discord.py itself drops it in silence."""
        if interaction.type not in {
            discord.InteractionType.component,
            discord.InteractionType.modal_submit,
        }:
            return True
        views = vars(self._connection)["_view_store"]
        data: Mapping[str, Any] = interaction.data or {}
        name = data.get("custom_id", "")
        if interaction.type is discord.InteractionType.modal_submit:
            return name in vars(views)["_modals"]
        if any(template.fullmatch(name) for template in vars(views)["_dynamic_items"]):
            return True
        key = (data.get("component_type"), name)
        places = (interaction.message.id if interaction.message else None, None)
        return any(key in vars(views)["_views"].get(place, {}) for place in places)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Note that the games of a channel have lost it."""
        await self.notifier.channel_lost(channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Note that the games of a thread have lost it."""
        await self.notifier.channel_lost(thread.thread_id)

    async def on_guild_channel_update(self, _old: object, _new: object) -> None:
        """What the bot may do may have changed."""
        await self.notifier.flush_silent()

    async def on_guild_role_update(self, _old: object, _new: object) -> None:
        """What the bot may do may have changed."""
        await self.notifier.flush_silent()

    async def close(self) -> None:
        """Leave Discord, then close the store."""
        await super().close()
        if self._store_open:
            self._store_open = False
            if hasattr(self, "health"):
                await self.health.stop()
            if hasattr(self, "schedule"):
                await self.schedule.stop()
            self.notifier.close()
            self.later.close()
            self.pictures.close()
            if hasattr(self, "roll_call"):
                await self.roll_call.stop()
            await self.store.close()

    async def _sync_changed_commands(self) -> None:
        """Discord rations the registering of commands: do it only when they differ.

        That is so when ours have changed, or when Discord has others than those registered last:
        another program with the same token may have replaced them.
        """
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        key = f"commands:{self.application_id}"
        if not self._always_sync:
            there = [command.to_dict() for command in await self.tree.fetch_commands()]
            if await self.store.recall(key) == f"{_digest(payload)} {_digest(there)}":
                return
        await self.tree.sync()
        there = [command.to_dict() for command in await self.tree.fetch_commands()]
        await self.store.remember(key, f"{_digest(payload)} {_digest(there)}")
        log.info("commands registered", count=len(payload))


class ShardedBot(OperatingRoundBot, discord.AutoShardedClient):
    """The same, as one of several processes: it hears the servers of its shards alone."""

    def __init__(self, settings: Settings) -> None:
        share = settings.share
        super().__init__(settings, shard_ids=[*share.shards], shard_count=share.count)


def bot_of(settings: Settings) -> OperatingRoundBot:
    """The bot for Discord, which hears all servers unless the settings name shards."""
    return OperatingRoundBot(settings) if settings.shards is None else ShardedBot(settings)


def _digest(commands: Sequence[Any]) -> str:
    ordered = sorted(json.dumps(command, sort_keys=True) for command in commands)
    return hashlib.sha256("\n".join(ordered).encode()).hexdigest()
