"""The selection: a private list of the hand, in which a player marks what to keep."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

import discord

from bot import play
from bot.errors import answers_errors
from bot.games.live import LiveGame
from bot.games.opening import Kept, open_seats
from bot.lasting import Lasting, LastingView
from bot.present import words
from bot.present.choices import card_choices
from bot.present.hand import hand_embed
from bot.refusal import PlayerError
from bot.speak.answer import Edit
from bot.speak.latest import Key, Message
from engine import keep_count

Marked = Mapping[int, Sequence[str]]
"""The cards marked in the hand of each seat."""
ENDED = "All have chosen: `/hand show` shows your hand, to you alone."
CHANGEABLE = "You can change it until the last player has chosen."


async def show(interaction: play.Interaction, live: LiveGame) -> None:
    """Show a member the hands of his seats, with a list for each that can still choose.

    Raises:
        PlayerError: The member has no seat.
    """
    own = live.seats_of(interaction.user.id)
    if not own:
        raise PlayerError("You have no seat in this game, so you have no hand.")
    chosen = await play.client(interaction).opening.chosen(live)
    marked = {seat.number: chosen.get(seat.number, ()) for seat in own}
    view = lists(live, marked)
    options: dict[str, Any] = {"view": view} if view is not None else {}
    shown = hands(live, chosen, marked)
    before = play.client(interaction).latest.gone_on(_key(interaction, live))
    sent = await play.say(interaction, text(live, marked), embeds=shown, **options)
    if view is not None:
        await _remember(interaction, live, sent.edit, before)


def _key(interaction: play.Interaction, live: LiveGame) -> Key:
    return Key("keep", live.stored.id, interaction.user.id)


async def _remember(
    interaction: play.Interaction, live: LiveGame, edit: Edit, before: Message | None = None
) -> None:
    """Have the list go, and its text, once nothing can be changed any more."""
    message = Message(edit, live.sequence, ended=ENDED)
    await play.client(interaction).latest.shown(_key(interaction, live), message, before)


def hands(live: LiveGame, chosen: Marked, seats: Iterable[int]) -> list[discord.Embed]:
    """The hands of seats; while the choice can be changed, with what was chosen to be kept."""
    still = open_seats(live)
    return [
        hand_embed(live.game, seat, chosen.get(seat, ()) if seat in still else ()) for seat in seats
    ]


def text(live: LiveGame, marked: Marked) -> str:
    """How many certificates are still to be marked in each hand."""
    count, lines = keep_count(live.game.state), []
    for seat in open_seats(live):
        if seat not in marked:
            continue
        cards = marked[seat]
        name = f"{words.player(live.game.state, seat)}: " if len(marked) > 1 else ""
        missing = count - len(cards)
        if missing > 0:
            lines.append(f"{name}{missing} more to keep.")
        else:
            lines.append(f"{name}You keep {words.cards(cards)}. {CHANGEABLE}")
    return "\n".join(lines)


def lists(live: LiveGame, marked: Marked) -> discord.ui.View | None:
    """A list for each seat that can still choose; None where there is none."""
    view = LastingView()
    for seat in open_seats(live):
        if seat in marked:
            view.add_item(KeepSelect(live.stored.id, seat, live, marked[seat]))
    return view if view.children else None


def kept_text(kept: Kept) -> str:
    """What a player is told of his choice."""
    mine = f"You keep {words.cards(kept.cards)}."
    if kept.waiting:
        return f"{mine} {CHANGEABLE}"
    return f"{mine} {ENDED}"


async def keep(interaction: play.Interaction, cards: Sequence[str]) -> Kept:
    """Seal a choice of the member."""
    place, _ = play.hand(interaction)
    return await play.client(interaction).opening.keep(place, interaction.user.id, cards)


class KeepSelect(
    Lasting[discord.ui.Select[Any]],
    template=r"keep:(?P<game>\d{1,9}):(?P<seat>\d)",
):
    """The list of a hand, in which the cards to keep are marked."""

    def __init__(
        self, game_id: int, seat: int, live: LiveGame | None = None, marked: Sequence[str] = ()
    ) -> None:
        select: discord.ui.Select[Any] = discord.ui.Select(custom_id=f"keep:{game_id}:{seat}")
        if live is not None:
            count = keep_count(live.game.state)
            select.placeholder = f"Keep {count}"
            select.max_values = count
            hand = sorted(live.game.state.players[seat].hand)
            for card, label in card_choices(live.game, hand):
                select.add_option(label=label, value=card, default=card in marked)
        super().__init__(select)
        self.game_id = game_id
        self.seat = seat

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The list of a message sent before a restart."""
        return cls(int(match["game"]), int(match["seat"]))

    @answers_errors
    async def callback(self, interaction: play.Interaction) -> None:
        """The player has marked cards: too few are only counted, the right number is kept."""
        live = await play.look(interaction, self.game_id)
        cards = play.marked(interaction)
        own = [seat.number for seat in live.seats_of(interaction.user.id)]
        if self.seat not in own:
            raise PlayerError("That is not your hand any more.")
        if self.seat in open_seats(live) and len(cards) < keep_count(live.game.state):
            chosen = await play.client(interaction).opening.chosen(live)
            mine = {s: chosen.get(s, ()) for s in own} | {self.seat: cards}
            earlier = chosen.get(self.seat)
            note = f"\nUntil then you keep {words.cards(earlier)}." if earlier else ""
            await play.edit(interaction, content=text(live, mine) + note, view=lists(live, mine))
            return
        kept = await keep(interaction, cards)
        chosen = await play.client(interaction).opening.chosen(kept.live)
        mine = {s: chosen.get(s, ()) for s in own}
        said = text(kept.live, mine) or kept_text(kept)
        shown = hands(kept.live, chosen, mine)
        still = lists(kept.live, mine)
        await play.edit(interaction, content=said, view=still, embeds=shown)
        if still is not None:
            await _remember(interaction, kept.live, interaction.edit_original_response)
        await play.client(interaction).notifier.flush_game(self.game_id)
