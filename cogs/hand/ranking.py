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
from bot.lasting import Lasting, LastingView
from bot.present import words
from bot.present.choices import card_choices, kind_choices
from bot.refusal import PlayerError
from engine.actions import DraftCard

OPTIONS = 25
NOTE = (
    "Only you see this list. When your turn comes, the bot takes the first of its cards that is "
    "still open."
)
ON_TURN = (
    "It is your turn now: **Take my turn** (or `/draft pick`) takes any card; the list counts from "
    "your next turn on."
)
OVER = "The draft is over, and with it the list."
CLEAR = "all"
TAKE = "take"
MOVES = {"first": "To the top", "up": "Up", "down": "Down", "off": "Remove"}
"""What can be done with a card of the list, by what the button's id calls it."""
LABELS = {**MOVES, CLEAR: "Clear the list", TAKE: "Take the first of these now"}


def seat_of(live: LiveGame, user_id: int, number: int | None = None) -> int:
    """The seat whose list a member makes. Raises PlayerError if he has no such seat."""
    own = [seat.number for seat in live.seats_of(user_id)]
    if not own:
        raise PlayerError("You have no seat in this game, so you draft nothing.")
    if number is not None and number not in own:
        raise PlayerError("That is no seat of yours.")
    return number or own[0]


def text(live: LiveGame, seat: int, ranked: Sequence[str], chosen: str = "") -> str:
    """The list of a player, for the player alone; the chosen card stands in it in bold."""
    lines = []
    for n, card in enumerate(ranked, 1):
        name = words.card_name(card)
        lines.append(f"{n}. `{card}` " + (f"**{name}** ◀ chosen" if card == chosen else name))
    whose = f"Draft list of {words.player(live.game.state, seat)}"
    lines = [f"**{whose}**", *(lines or ["No card is on it."]), NOTE]
    if live.game.player_to_act == seat:
        lines.append(ON_TURN)
    return "\n".join(lines)


def controls(live: LiveGame, seat: int, ranked: Sequence[str], chosen: str = "") -> discord.ui.View:
    """Lists of the cards that can be added, a list of those ranked, and what moves the chosen."""
    view, game_id = LastingView(), live.stored.id
    part = 0
    still = sorted(draftable(live, seat) - set(ranked))
    for choices, hint in (
        (kind_choices(live.game, still), "Add as the next card"),
        (card_choices(live.game, ranked), "Move or remove a card of the list"),
    ):
        for start in range(0, len(choices), OPTIONS):
            shown = choices[start : start + OPTIONS]
            view.add_item(RankSelect(game_id, seat, part, shown, hint))
            part += 1
    if ranked and live.game.player_to_act == seat:
        view.add_item(RankButton(game_id, seat, TAKE, ranked[0]))
    if chosen in ranked:
        for what in MOVES:
            view.add_item(RankButton(game_id, seat, what, chosen))
    if ranked:
        view.add_item(RankButton(game_id, seat, CLEAR))
    return view


async def show(interaction: play.Interaction, live: LiveGame, seat: int) -> None:
    """Show the list to the player."""
    ranked = await play.client(interaction).opening.ranked(live, seat)
    view = controls(live, seat, ranked)
    await play.say(interaction, text(live, seat, ranked), view=view)


def moved(ranked: Sequence[str], card: str, what: str) -> tuple[str, ...]:
    """The list with a card elsewhere, or without it.

    >>> moved("ABC", "C", "first"), moved("ABC", "B", "up"), moved("ABC", "B", "down")
    (('C', 'A', 'B'), ('B', 'A', 'C'), ('A', 'C', 'B'))
    """
    others = [c for c in ranked if c != card]
    if what == "off":
        return tuple(others)
    place = ranked.index(card)
    place = {"first": 0, "up": max(place - 1, 0), "down": place + 1}[what]
    return (*others[:place], card, *others[place:])


async def _change(
    interaction: play.Interaction, game_id: int, seat: int, what: str, card: str
) -> None:
    """Add a card to the list, choose one of it, move it or take cards off, and show the list."""
    live, opening = await play.look(interaction, game_id), play.client(interaction).opening
    seat = seat_of(live, interaction.user.id, seat)
    ranked = await opening.ranked(live, seat)
    if what == CLEAR:
        ranked = await opening.rank(live, seat, ())
    elif what == "add" and card not in ranked:
        ranked = await opening.rank(live, seat, (*ranked, card))
        card = ""
    elif what == TAKE:
        _check_listed(ranked, card)
        await _take(interaction, live, seat, card)
        return
    elif what in MOVES:
        _check_listed(ranked, card)
        ranked = await opening.rank(live, seat, moved(ranked, card, what))
    view = controls(live, seat, ranked, card)
    await play.edit(interaction, content=text(live, seat, ranked, card), view=view)


def _check_listed(ranked: Sequence[str], card: str) -> None:
    if card not in ranked:
        raise PlayerError(f"{words.card_name(card)} is not on your list any more.")


async def _take(interaction: play.Interaction, live: LiveGame, seat: int, card: str) -> None:
    """Draft a card of the list, and show what is left of it."""
    await play.defer(interaction)
    await play.move(interaction, lambda _game: DraftCard(seat, card), after=live.sequence)
    now = await play.look(interaction, live.stored.id)
    if now.game.step != "draft":
        await play.edit(interaction, content=OVER, view=None)
        return
    ranked = await play.client(interaction).opening.ranked(now, seat)
    view = controls(now, seat, ranked)
    await play.edit(interaction, content=text(now, seat, ranked), view=view)


class RankSelect(
    Lasting[discord.ui.Select[Any]],
    template=r"rank:(?P<game>\d{1,9}):(?P<seat>\d):(?P<part>\d{1,3})",
):
    """Puts a card at the end of the list, or chooses one that stands there."""

    def __init__(
        self,
        game_id: int,
        seat: int,
        part: int,
        choices: Sequence[tuple[str, str]] = (),
        hint: str = "",
    ) -> None:
        select: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=f"rank:{game_id}:{seat}:{part}", placeholder=hint
        )
        for card, label in choices:
            select.add_option(label=label, value=card)
        super().__init__(select)
        self.game_id = game_id
        self.seat = seat

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The list of a message sent before a restart."""
        return cls(int(match["game"]), int(match["seat"]), int(match["part"]))

    @answers_errors
    async def callback(self, interaction: play.Interaction) -> None:
        """The player has chosen a card."""
        await _change(interaction, self.game_id, self.seat, "add", play.chosen(interaction))


class RankButton(
    Lasting[discord.ui.Button[Any]],
    template=r"unrank:(?P<game>\d{1,9}):(?P<seat>\d):(?P<what>[a-z]+):?(?P<card>\w*)",
):
    """Moves the chosen card of the list, takes it off, takes off all, or drafts the first."""

    def __init__(self, game_id: int, seat: int, what: str, card: str = "") -> None:
        super().__init__(
            discord.ui.Button(
                label=LABELS.get(what, "…"),
                custom_id=f"unrank:{game_id}:{seat}:{what}:{card}",
            )
        )
        self.game_id = game_id
        self.seat = seat
        self.what = what
        self.card = card

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The button of a message sent before a restart."""
        return cls(int(match["game"]), int(match["seat"]), match["what"], match["card"])

    @answers_errors
    async def callback(self, interaction: play.Interaction) -> None:
        """The player has pressed it."""
        if self.what not in LABELS:
            raise PlayerError("This list is from an older version: `/draft queue` shows it anew.")
        await _change(interaction, self.game_id, self.seat, self.what, self.card)
