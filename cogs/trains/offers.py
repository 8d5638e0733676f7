"""Offers for trains of other players' companies, with buttons that outlive a restart."""

from __future__ import annotations

import contextlib
import re
from typing import Any, Self

import discord

from bot import play
from bot.errors import answers_errors
from bot.games.live import LiveGame
from bot.games.offering import decider, other_head
from bot.games.reminders import OFFER
from bot.games.service import Make, Moved
from bot.games.turns import check_turn
from bot.lasting import Lasting, LastingView
from bot.present import offers as words
from bot.present.turns import who
from bot.refusal import PlayerError
from bot.speak.answer import TROUBLE, Answer
from engine.actions import AnyAction, BuyTrain
from storage import Offer

LABELS = {"yes": "Sell", "no": "Refuse", "back": "Withdraw"}
STYLES = {
    "yes": discord.ButtonStyle.success,
    "no": discord.ButtonStyle.danger,
    "back": discord.ButtonStyle.secondary,
}


async def buy_train(interaction: play.Interaction, make: Make) -> None:
    """Buy a train, or ask the head of another player's company for it.

    Raises:
        PlayerError, RuleViolation: It cannot be bought.
    """
    live = await play.look(interaction)
    check_turn(live, interaction.user.id)
    action = make(live.game)
    seat = seller(live, interaction.user.id, action)
    if seat is None or not isinstance(action, BuyTrain):
        await play.move(interaction, make)
        return
    live.try_out(action)
    holder = live.holder(seat)
    if holder is None:
        raise PlayerError(
            f"{who(live.game, seat)} must agree to sell, but nobody has that seat yet: it is "
            f"claimed with `/game claim seat:{seat}`."
        )
    bot = play.client(interaction)
    offer, replaced = await bot.offering.make(live, interaction.user.id, action)
    view = LastingView(*(OfferButton(offer.id, answer) for answer in LABELS))
    called, direct = await bot.calling.split([holder])
    text = words.offer_line(live.game, offer, seat, holder)
    sent = await play.ask_others(interaction, text, view, called)
    if sent.message_id is not None:
        await bot.offering.shown(offer, sent.message_id)
    user = interaction.user.id
    await bot.asked.note(live, OFFER, offer.id, user, [holder], sent.message_id)
    for user in direct:
        await bot.calling.write(live, user, text)
    for old in replaced:
        if old.sequence == live.sequence:
            text = words.ended_line(live.game, old, "Replaced by another offer")
            await mark(interaction, old, text)
    await bot.notifier.standing.refresh(live.stored.id)


def seller(live: LiveGame, user_id: int, action: AnyAction) -> int | None:
    """The seat that a member must ask before a purchase; None where none need be asked."""
    seat = other_head(live, action) if isinstance(action, BuyTrain) else None
    return None if seat is None or live.holder(seat) == user_id else seat


def asked(live: LiveGame, user_id: int) -> int | None:
    """The seat for which a member is asked for a train, if an offer waits for his answer."""
    offer = live.offer
    if offer is None:
        return None
    seat = decider(live, offer)
    return seat if seat is not None and live.holder(seat) == user_id else None


async def decide(
    interaction: play.Interaction, live: LiveGame, offer_id: int, answer: str
) -> tuple[Offer, Moved | None]:
    """Answer an offer "yes" or "no", or withdraw it with "back"; the sale, if it is one.

    Raises:
        PlayerError: The member has no say in it, or it was answered already.
        RuleViolation: The rules forbid it by now.
    """
    bot, user = play.client(interaction), interaction.user.id
    offer = await bot.offering.find(live, offer_id)
    seat = decider(live, offer)
    decides = seat is not None and live.holder(seat) == user
    if answer == "yes" and decides:
        await play.defer(interaction)
        return offer, await bot.offering.accept(*play.hand(interaction), offer)
    withdrawn = user == offer.buyer and answer != "yes"
    if not withdrawn and not (decides and answer == "no"):
        if answer == "back":
            raise PlayerError("Only the one who made this offer can withdraw it.")
        name = who(live.game, seat) if seat else "nobody"
        raise PlayerError(f"Only {name} can answer this offer.")
    await bot.offering.end(offer, withdrawn=withdrawn)
    return offer, None


def ended(live: LiveGame, offer: Offer, answer: str, *, sold: bool = False) -> str:
    """What became of an offer on the game `live`, in which it was made."""
    seat = decider(live, offer)
    if sold:
        how = "Sold"
    elif answer == "back" or seat is None:
        how = "Withdrawn"
    else:
        how = f"{who(live.game, seat)} does not sell"
    return words.ended_line(live.game, offer, how)


async def mark(interaction: play.Interaction, offer: Offer, text: str) -> None:
    """Show in the message of an offer how it has ended; if that fails, its buttons say it."""
    if offer.message_id is None:
        return
    channel = play.client(interaction).get_partial_messageable(offer.channel_id)
    with contextlib.suppress(*TROUBLE):
        await channel.get_partial_message(offer.message_id).edit(content=text, view=None)


class OfferButton(
    Lasting[discord.ui.Button[Any]],
    template=r"offer:(?P<answer>yes|no|back):(?P<offer>\d{1,9})",
):
    """Agree to an offer, refuse it, or take it back."""

    def __init__(self, offer_id: int, answer: str) -> None:
        super().__init__(
            discord.ui.Button(
                label=LABELS[answer],
                style=STYLES[answer],
                custom_id=f"offer:{answer}:{offer_id}",
            )
        )
        self.offer_id = offer_id
        self.answer = answer

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The button of an offer made before a restart."""
        return cls(int(match["offer"]), match["answer"])

    @answers_errors
    async def callback(self, interaction: play.Interaction) -> None:
        """The head of the selling company has answered, or the buyer thinks better of it."""
        live = await play.look(interaction)
        offer, sold = await decide(interaction, live, self.offer_id, self.answer)
        if sold is not None:
            Answer.of(interaction).ephemeral = False
            await play.client(interaction).notifier.moved(interaction, sold)
            await play.worn_out(interaction)
            return
        by_buyer = interaction.user.id == offer.buyer
        text = ended(live, offer, "back" if by_buyer else self.answer)
        await play.edit(interaction, content=text, view=None)
        await play.client(interaction).notifier.standing.refresh(live.stored.id)
