"""The draft list: cards that a player ranks in private, from which the bot picks in his turn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Self

import discord

from bot import play
from bot.errors import answers_errors
from bot.games.live import LiveGame
from bot.games.opening import draftable
from bot.lasting import Lasting
from bot.present import words
from bot.present.choices import card_choice
from bot.refusal import PlayerError

OPTIONS = 25
NOTE = (
    "Only you see this list. When your turn comes, the bot takes the first of its cards that is "
    "still open."
)
ON_TURN = "It is your turn now: `/draft pick` takes a card; the list counts from your next turn on."
LABELS = {"last": "Remove the last", "all": "Clear the list"}


def seat_of(live: LiveGame, user_id: int, number: int | None = None) -> int:
    """The seat whose list a member makes. Raises PlayerError if he has no such seat."""
    own = [seat.number for seat in live.seats_of(user_id)]
    if not own:
        raise PlayerError("You have no seat in this game, so you draft nothing.")
    if number is not None and number not in own:
        raise PlayerError("That is no seat of yours.")
    return number or own[0]


def text(live: LiveGame, seat: int, ranked: Sequence[str]) -> str:
    """The list of a player, for the player alone."""
    lines = [f"{n}. `{card}` {words.card_name(card)}" for n, card in enumerate(ranked, 1)]
    whose = f"Draft list of {words.player(live.game.state, seat)}"
    lines = [f"**{whose}**", *(lines or ["No card is on it."]), NOTE]
    if live.game.player_to_act == seat:
        lines.append(ON_TURN)
    return "\n".join(lines)


def controls(live: LiveGame, seat: int, ranked: Sequence[str]) -> discord.ui.View:
    """Lists of the cards that can be added, and buttons that take cards off."""
    view, game_id = discord.ui.View(timeout=None), live.stored.id
    cards = sorted(draftable(live, seat) - set(ranked))
    for part in range(0, len(cards), OPTIONS):
        view.add_item(RankSelect(game_id, seat, part, live, cards[part : part + OPTIONS]))
    if ranked:
        for what in LABELS:
            view.add_item(RankButton(game_id, seat, what))
    return view


async def show(interaction: play.Interaction, live: LiveGame, seat: int) -> None:
    """Show the list to the player."""
    ranked = await play.client(interaction).opening.ranked(live, seat)
    view = controls(live, seat, ranked)
    await play.say(interaction, text(live, seat, ranked), view=view)


async def _change(interaction: play.Interaction, game_id: int, seat: int, what: str) -> None:
    """Add a card to the list, or take one or all off, and show it."""
    live, opening = await play.look(interaction), play.client(interaction).opening
    if live.stored.id != game_id:
        raise PlayerError("This list belongs to another game, which is played here no more.")
    seat = seat_of(live, interaction.user.id, seat)
    ranked = await opening.ranked(live, seat)
    if what == "all":
        wanted: tuple[str, ...] = ()
    elif what == "last":
        wanted = ranked[:-1]
    else:
        wanted = (*(card for card in ranked if card != what), what)
    ranked = await opening.rank(live, seat, wanted)
    view = controls(live, seat, ranked)
    await play.edit(interaction, content=text(live, seat, ranked), view=view)


class RankSelect(
    Lasting[discord.ui.Select[Any]],
    template=r"rank:(?P<game>\d{1,15}):(?P<seat>\d):(?P<part>\d{1,3})",
):
    """Puts a card at the end of the list."""

    def __init__(
        self,
        game_id: int,
        seat: int,
        part: int,
        live: LiveGame | None = None,
        cards: Sequence[str] = (),
    ) -> None:
        select: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=f"rank:{game_id}:{seat}:{part}", placeholder="Add as the next card"
        )
        if live is not None:
            for card in cards:
                select.add_option(label=card_choice(live.game, card), value=card)
        super().__init__(select)
        self.game_id = game_id
        self.seat = seat

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The list of a message sent before a restart."""
        return cls(int(match["game"]), int(match["seat"]), int(match["part"]))

    @answers_errors
    async def callback(self, interaction: play.Interaction) -> None:
        """The player has chosen the next card."""
        await _change(interaction, self.game_id, self.seat, play.chosen(interaction))


class RankButton(
    Lasting[discord.ui.Button[Any]],
    template=r"unrank:(?P<game>\d{1,15}):(?P<seat>\d):(?P<what>last|all)",
):
    """Takes the last card off the list, or all."""

    def __init__(self, game_id: int, seat: int, what: str) -> None:
        super().__init__(
            discord.ui.Button(label=LABELS[what], custom_id=f"unrank:{game_id}:{seat}:{what}")
        )
        self.game_id = game_id
        self.seat = seat
        self.what = what

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The button of a message sent before a restart."""
        return cls(int(match["game"]), int(match["seat"]), match["what"])

    @answers_errors
    async def callback(self, interaction: play.Interaction) -> None:
        """The player has pressed it."""
        await _change(interaction, self.game_id, self.seat, self.what)
