"""`/nudge` and `/away`; the buttons under reminders, and under a clock that has run out."""

from __future__ import annotations

import re
from typing import Any, Self

import discord
from discord import app_commands
from discord.ext import commands

from bot import play
from bot.client import OperatingRoundBot
from bot.errors import answers_errors
from bot.games.asked import ASKED
from bot.games.facts import AskedStill, Fact
from bot.games.live import LiveGame
from bot.games.nudging import TooSoon
from bot.games.reminders import OFFER
from bot.games.waiting import REMINDER, TIME_UP
from bot.lasting import Lasting, LastingView
from bot.present import waiting as words
from bot.present.digest import since_last_move, what_happened
from bot.present.earlier import changes, marked_view
from bot.present.words import plainly
from bot.refusal import PlayerError
from bot.typed import times
from cogs.game import undoing
from cogs.turn.items import call_view
from engine.actions import Pass
from storage import NoSuchGame

MARKED = "-# Marked on the map is what has changed; `/map at:my last turn` shows it as it was."
OVER = "That is over: the turn went on, or the clock was changed."
LABELS = {"call": "Call once more", "pass": "Pass for {}", "seat": "Give the seat away"}


class WaitingCommands(commands.Cog):
    """What the players of a game can do while they wait."""

    @app_commands.command(description="Call those for whom the game waits; once a day")
    async def nudge(self, interaction: discord.Interaction) -> None:
        """Call them."""
        await _nudge(interaction, await play.look(interaction))

    @app_commands.command(description="You are away: no calls, and your clock stands still")
    @app_commands.describe(until="The day on which you are back, or back")
    async def away(self, interaction: discord.Interaction, until: str) -> None:
        """Leave until the morning of a day, or come back."""
        bot, user = play.client(interaction), interaction.user.id
        wanted = await bot.waiting.preferences.of(user)
        back_at = times.read_until(until, bot.clock(), wanted)
        if back_at is None:
            games = await bot.absence.come_back(user)
        else:
            games = await bot.absence.leave(user, back_at)
        await play.say(interaction, words.away_text(back_at))
        mine = [
            g.id for g in await bot.store.games_of(interaction.guild_id or 0) if _plays(g, user)
        ]
        for game_id in dict.fromkeys([*games, *mine]):
            await bot.notifier.standing.refresh(game_id)

    @away.autocomplete("until")
    async def _days(self, interaction: discord.Interaction, typed: str) -> play.Choices:
        bot = play.client(interaction)
        wanted = await bot.waiting.preferences.of(interaction.user.id)
        return play.choices(times.days_offered(bot.clock(), wanted), typed)


def _plays(game: Any, user_id: int) -> bool:
    return any(seat.user_id == user_id for seat in game.seats)


async def _nudge(interaction: play.Interaction, live: LiveGame) -> None:
    bot = play.client(interaction)
    try:
        called = await bot.nudging.nudge(live, interaction.user.id)
    except TooSoon as error:
        raise PlayerError(words.too_soon(error)) from error
    await play.say(interaction, words.nudged_text(live, called, bot.clock()))


async def _game(interaction: play.Interaction, game_id: int) -> LiveGame:
    """The game for which a button was made, be it archived. Raises PlayerError if it is deleted."""
    games = play.client(interaction).games
    try:
        return await games.fresh(await games.store.game(game_id))
    except NoSuchGame as error:
        raise PlayerError("This game was deleted.") from error


class LaterButton(Lasting[discord.ui.Button[Any]], template=r"later:(\d{1,9})"):
    """Puts a reminder off to the next morning, for whoever presses it."""

    def __init__(self, game_id: int) -> None:
        super().__init__(discord.ui.Button(label="Not today", custom_id=f"later:{game_id}"))
        self.game_id = game_id

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The button of a reminder sent before a restart."""
        return cls(int(match[1]))

    @answers_errors
    async def callback(self, interaction: play.Interaction) -> None:
        """Put it off."""
        reminders = play.client(interaction).reminders
        at = await reminders.not_today(self.game_id, interaction.user.id)
        await play.say(interaction, words.later_text(at))


class HappenedButton(Lasting[discord.ui.Button[Any]], template=r"happened:(\d{1,9})"):
    """Shows whoever presses it what was done since his own last move."""

    def __init__(self, game_id: int) -> None:
        super().__init__(discord.ui.Button(label="What happened", custom_id=f"happened:{game_id}"))
        self.game_id = game_id

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The button of a call sent before a restart."""
        return cls(int(match[1]))

    @answers_errors
    async def callback(self, interaction: play.Interaction) -> None:
        """Show it."""
        live = await _game(interaction, self.game_id)
        own = live.seats_of(interaction.user.id)
        seat = own[0].number if own else None
        text = what_happened(live, seat)
        since = since_last_move(live, seat) if seat else 0
        if not changes(live.game, since):
            await play.say(interaction, text)
            return
        view = marked_view(live.game, since, await play.theme(interaction))
        await play.show(interaction, view, "map", f"{text}\n{MARKED}", in_words=True)


class TimeUpButton(
    Lasting[discord.ui.Button[Any]],
    template=r"time:(?P<what>call|pass|seat):(?P<game>\d{1,9}):(?P<after>\d{1,6}):(?P<seat>\d)",
):
    """What the others may do about a player whose time has run out."""

    def __init__(self, what: str, game_id: int, after: int, seat: int, name: str = "") -> None:
        super().__init__(
            discord.ui.Button(
                label=LABELS[what].format(name), custom_id=f"time:{what}:{game_id}:{after}:{seat}"
            )
        )
        self.what, self.game_id, self.after, self.seat = what, game_id, after, seat

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The button of a message sent before a restart."""
        return cls(match["what"], int(match["game"]), int(match["after"]), int(match["seat"]))

    @answers_errors
    async def callback(self, interaction: play.Interaction) -> None:
        """Do it, if the time is up still."""
        bot, live = play.client(interaction), await _game(interaction, self.game_id)
        own = live.seats_of(interaction.user.id)
        if not own:
            raise PlayerError("Only who plays here can do that.")
        if not await bot.waiting.is_over(self.game_id, self.seat):
            await play.edit(interaction, view=None)
            raise PlayerError(OVER)
        if self.what == "call":
            await _nudge(interaction, live)
        elif self.what == "seat":
            view = await give_away_view(bot, live, self.seat)
            await play.say(interaction, words.GIVE_AWAY, view=view)
        elif any(seat.number == self.seat for seat in own):
            raise PlayerError("It is your own turn: `/pass` ends the step.")
        else:
            await self._pass(interaction, live, own[0].number)

    async def _pass(self, interaction: play.Interaction, live: LiveGame, by: int) -> None:
        bot, late, actor = play.client(interaction), live.holder(self.seat), live.game.actor
        if live.sequence != self.after or not may_pass(live) or late is None or actor is None:
            await play.edit(interaction, view=time_up_view(live))
            raise PlayerError("The game has gone on since: look again, then press once more.")
        await play.defer(interaction)
        place, hand = play.hand(interaction)
        passed = bot.games.agreed(place, hand, self.after, late, lambda _game: Pass(actor, by))
        moved = await passed
        await bot.notifier.moved(interaction, moved)
        over = await bot.waiting.is_over(self.game_id, self.seat)
        view = time_up_view(moved.live) if over else None
        if interaction.message is not None:
            await interaction.message.edit(view=view)


class PlaysOnSelect(Lasting[discord.ui.UserSelect[Any]], template=r"plays_on:(\d{1,9}):(\d)"):
    """Chooses who is to have the seat of a player whose time has run out."""

    def __init__(self, game_id: int, seat: int, hint: str = "") -> None:
        super().__init__(
            discord.ui.UserSelect(custom_id=f"plays_on:{game_id}:{seat}", placeholder=hint or None)
        )
        self.game_id, self.seat = game_id, seat

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The list of a message sent before a restart."""
        return cls(int(match[1]), int(match[2]))

    @answers_errors
    async def callback(self, interaction: play.Interaction) -> None:
        """Ask all concerned, if the time is up still."""
        bot, live = play.client(interaction), await _game(interaction, self.game_id)
        if not await bot.waiting.is_over(self.game_id, self.seat):
            raise PlayerError(OVER)
        await undoing.ask_replace(interaction, live, self.seat, int(play.chosen(interaction)))


async def give_away_view(bot: OperatingRoundBot, live: LiveGame, seat: int) -> discord.ui.View:
    """A list of members for the seat, or, where it is 0, for each whose time has run out."""
    view = LastingView()
    for number in [seat] if seat else [s.number for s in live.seats]:
        if await bot.waiting.is_over(live.stored.id, number):
            hint = words.who_plays_on(live, number)
            view.add_item(PlaysOnSelect(live.stored.id, number, hint))
    return view


def may_pass(live: LiveGame) -> bool:
    """Whether the player who is on turn may pass."""
    found = live.legal(lays=False)
    return found is not None and found.may_pass


def time_up_view(live: LiveGame) -> discord.ui.View | None:
    """The buttons under a clock that has run out; passing only where it is legal."""
    seat = live.game.player_to_act
    if seat is None:
        return None
    name = plainly(live.game.state)[seat]
    if live.game.step == "select":  # all choose at the same time
        seat = 0
    view = LastingView()
    for what in LABELS:
        if what != "pass" or may_pass(live):
            view.add_item(TimeUpButton(what, live.stored.id, live.sequence, seat, name))
    return view


def called_view(live: LiveGame) -> discord.ui.View:
    """The buttons under a call; before the first move nothing has happened."""
    view = call_view(live)
    if live.movers and live.game.step != "select":
        view.add_item(HappenedButton(live.stored.id))
    return view


def reminder_view(live: LiveGame) -> discord.ui.View:
    """The buttons under a reminder."""
    view = called_view(live)
    view.add_item(LaterButton(live.stored.id))
    return view


def asked_view(live: LiveGame, fact: Fact) -> discord.ui.View:
    """The buttons under a reminder of what a player was asked: the panel, or the way there."""
    offered = isinstance(fact, AskedStill) and fact.kind == OFFER
    view = call_view(live) if offered else LastingView()
    if isinstance(fact, AskedStill) and fact.message is not None:
        guild, channel = live.stored.guild_id, live.stored.channel_id
        url = f"https://discord.com/channels/{guild}/{channel}/{fact.message}"
        view.add_item(discord.ui.Button(label="Go to the question", url=url))
    view.add_item(LaterButton(live.stored.id))
    return view


async def setup(bot: OperatingRoundBot) -> None:
    """Add the cog and its buttons to the bot."""
    await bot.add_cog(WaitingCommands())
    bot.add_dynamic_items(LaterButton, HappenedButton, TimeUpButton, PlaysOnSelect)
    bot.notifier.saying.call_view = called_view
    bot.calling.later = LaterButton
    bot.notifier.saying.views[REMINDER] = lambda live, _fact: reminder_view(live)
    bot.notifier.saying.views[TIME_UP] = lambda live, _fact: time_up_view(live)
    bot.notifier.saying.views[ASKED] = asked_view
