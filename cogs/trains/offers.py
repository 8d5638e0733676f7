"""Offers for trains of other players' companies, with buttons that outlive a restart."""

from __future__ import annotations

import contextlib
import re
from typing import Any, Self

import discord

from bot import play
from bot.errors import answers_errors
from bot.games.live import LiveGame
from bot.games.offering import other_head, purchase
from bot.games.service import Make, check_turn
from bot.present import offers as words
from bot.present.turns import who
from bot.refusal import PlayerError
from bot.speak.answer import TROUBLE, Answer
from engine.actions import BuyTrain
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
    seat = other_head(live, action) if isinstance(action, BuyTrain) else None
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
    if holder == interaction.user.id:
        await play.move(interaction, make)
        return
    bot = play.client(interaction)
    offer, replaced = await bot.offering.make(live, interaction.user.id, action)
    view = discord.ui.View(timeout=None)
    for answer in LABELS:
        view.add_item(OfferButton(offer.id, answer))
    called, direct = await bot.calling.split([holder])
    text = words.offer_line(live.game, offer, seat, holder)
    sent = await Answer.of(interaction).send(
        text,
        ephemeral=False,
        pings=True,
        view=view,
        allowed_mentions=discord.AllowedMentions(users=[discord.Object(user) for user in called]),
    )
    if sent.message_id is not None:
        await bot.offering.shown(offer, sent.message_id)
    for user in direct:
        await bot.calling.write(live, user, text)
    for old in replaced:
        await _mark(interaction, live, old, "Replaced by another offer")
    await bot.notifier.standing.refresh(live.stored.id)


async def _mark(interaction: play.Interaction, live: LiveGame, offer: Offer, how: str) -> None:
    """Show in the message of an offer that it has ended; if that fails, its buttons say it."""
    if offer.message_id is None or offer.sequence != live.sequence:
        return
    channel = play.client(interaction).get_partial_messageable(offer.channel_id)
    with contextlib.suppress(*TROUBLE):
        await channel.get_partial_message(offer.message_id).edit(
            content=words.ended_line(live.game, offer, how), view=None
        )


class OfferButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=r"offer:(?P<answer>yes|no|back):(?P<offer>\d{1,15})",
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
    async def from_custom_id(
        cls, interaction: play.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button of an offer made before a restart."""
        return cls(int(match["offer"]), match["answer"])

    @answers_errors
    async def callback(self, interaction: play.Interaction) -> None:
        """The head of the selling company has answered, or the buyer thinks better of it."""
        bot, user = play.client(interaction), interaction.user.id
        live = await play.look(interaction)
        offer = await bot.offering.find(live, self.offer_id)
        seat = other_head(live, purchase(live.game, offer))
        decides = seat is not None and live.holder(seat) == user
        if self.answer == "yes" and decides:
            await play.defer(interaction)
            await play.take(interaction, bot.offering.accept(*play.hand(interaction), offer))
            await play.worn_out(interaction)
            return
        withdrawn = user == offer.buyer and self.answer != "yes"
        if not withdrawn and not (decides and self.answer == "no"):
            name = who(live.game, seat) if seat else "nobody"
            if self.answer == "back":
                raise PlayerError("Only the one who made this offer can withdraw it.")
            raise PlayerError(f"Only {name} can answer this offer.")
        await bot.offering.end(offer, withdrawn=withdrawn)
        how = "Withdrawn" if withdrawn else f"{who(live.game, seat or 0)} does not sell"
        text = words.ended_line(live.game, offer, how)
        await play.edit(interaction, content=text, view=None)
        await bot.notifier.standing.refresh(live.stored.id)
