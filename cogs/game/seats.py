"""Free seats: asked for with a button, confirmed by those who sit, given back."""

from __future__ import annotations

import contextlib
import re
from typing import Any, Self

import discord

from bot import play
from bot.errors import answers_errors
from bot.games.live import LiveGame
from bot.games.names import clip
from bot.games.seating import Asked, SecondSeat
from bot.lasting import Lasting, LastingView
from bot.present import seating as words
from bot.speak.cards import FREE_SEATS
from cogs.game import people

MOST = 5
ANSWERS = {"yes": "Yes, it is", "no": "No"}


def seats_view(live: LiveGame) -> discord.ui.View | None:
    """A button for each free seat; None when all are taken."""
    free = [s for s in live.seats if s.user_id is None][:MOST]
    if not free:
        return None
    return LastingView(*(SeatButton(live.stored.id, seat.number, seat.player) for seat in free))


async def claim(
    interaction: play.Interaction, number: int, game_id: int | None = None, *, second: bool = False
) -> None:
    """Take a seat of the channel's game (which must be `game_id`), or ask for it.

    Raises:
        PlayerError: It is taken, or there is none of that number, or another game is played here.
    """
    bot = play.client(interaction)
    await play.defer(interaction)
    live = await play.look(interaction, game_id)
    holder = next((s.user_id for s in live.seats if s.number == number), None)
    left = holder is not None and not await people.is_here(people.guild_of(interaction), holder)
    asker = people.asker(interaction)
    try:
        asked = await bot.seating.claim(live, number, asker, left=left, second=second)
    except SecondSeat as error:
        view = LastingView(SecondButton(live.stored.id, number))
        await play.say(interaction, words.second_question(error), view=view)
        return
    if asked is not None:
        await _ask(interaction, asked, asker.name)
        return
    await play.say(interaction, f"Seat {number} is yours: `/hand show`, `/status`.")
    await bot.notifier.flush_game(live.stored.id)


async def _ask(interaction: play.Interaction, asked: Asked, name: str) -> None:
    view = LastingView(*(ClaimButton(asked.claim.id, answer) for answer in ANSWERS))
    await play.ask_others(interaction, words.claim_question(asked, name), view, asked.judges)


async def give_back(interaction: play.Interaction, number: int | None) -> None:
    """Give a seat of the member's back; it is free for somebody else then.

    Raises:
        PlayerError: The member has none, or several and does not say which.
    """
    bot = play.client(interaction)
    live = await play.look(interaction)
    seat = await bot.seating.give_back(live, interaction.user.id, number)
    live = await play.look(interaction)
    text = words.given_back_line(seat, interaction.user.display_name)
    view = seats_view(live) or discord.utils.MISSING
    sent = await play.say(interaction, text, public=True, view=view)
    place = live.stored.channel_id
    if sent.message_id is not None:
        await bot.notifier.cards.called(live.stored.id, place, sent.message_id, FREE_SEATS)
    await bot.notifier.flush_game(live.stored.id)


class SeatButton(Lasting[discord.ui.Button[Any]], template=r"seat:(\d{1,9}):(\d)"):
    """Takes a free seat, or asks for it."""

    def __init__(self, game_id: int, number: int, player: str = "") -> None:
        button: discord.ui.Button[Any] = discord.ui.Button(
            label=f"Take seat {number}: {clip(player, 60)}", custom_id=f"seat:{game_id}:{number}"
        )
        super().__init__(button)
        self.game_id = game_id
        self.number = number

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The button of a message sent before a restart."""
        return cls(int(match[1]), int(match[2]))

    @answers_errors
    async def callback(self, interaction: play.Interaction) -> None:
        """A member wants the seat."""
        await claim(interaction, self.number, self.game_id)
        if interaction.message is not None:
            live = await play.look(interaction)
            with contextlib.suppress(discord.HTTPException):
                await interaction.message.edit(view=seats_view(live))


class SecondButton(Lasting[discord.ui.Button[Any]], template=r"second:(\d{1,9}):(\d)"):
    """Says that a second seat is wanted."""

    def __init__(self, game_id: int, number: int) -> None:
        super().__init__(
            discord.ui.Button(label="Ask for it", custom_id=f"second:{game_id}:{number}")
        )
        self.game_id = game_id
        self.number = number

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The button of a question asked before a restart."""
        return cls(int(match[1]), int(match[2]))

    @answers_errors
    async def callback(self, interaction: play.Interaction) -> None:
        """The member means it."""
        await claim(interaction, self.number, self.game_id, second=True)
        await play.worn_out(interaction)


class ClaimButton(
    Lasting[discord.ui.Button[Any]],
    template=r"claim:(?P<answer>yes|no):(?P<claim>\d{1,9})",
):
    """The answer to a claim; the asker takes it back with No."""

    def __init__(self, claim_id: int, answer: str) -> None:
        yes, no = discord.ButtonStyle.success, discord.ButtonStyle.danger
        super().__init__(
            discord.ui.Button(
                label=ANSWERS[answer],
                style=yes if answer == "yes" else no,
                custom_id=f"claim:{answer}:{claim_id}",
            )
        )
        self.claim_id = claim_id
        self.answer = answer

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The button of a question asked before a restart."""
        return cls(int(match["claim"]), match["answer"])

    @answers_errors
    async def callback(self, interaction: play.Interaction) -> None:
        """Somebody answers."""
        await play.defer(interaction)
        bot, guild = play.client(interaction), people.guild_of(interaction)
        asker = await people.member(guild, await bot.seating.asker_of(self.claim_id))
        user, yes = interaction.user.id, self.answer == "yes"
        asked = await bot.seating.settle(self.claim_id, user, asker.name, accept=yes)
        if yes:
            await bot.games.names.keep(guild.id, {asker.user_id: asker.name})
            text = words.accepted_line(asked, asker.name)
        else:
            withdrawn = user == asker.user_id
            text = words.declined_line(asked, asker.name, withdrawn=withdrawn)
        await play.edit(interaction, content=text, view=None)
        await bot.notifier.flush_game(asked.live.stored.id)
