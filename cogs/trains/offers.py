"""A train bought of another player's company: its head must agree first (1.6.5).

The offer is a message with two buttons that carry all of it, so that it outlives a restart.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Self

import discord

from bot import play
from bot.errors import answers_errors
from bot.games.live import LiveGame
from bot.games.service import Make, check_sequence, check_turn
from bot.present import words
from bot.present.turns import who
from bot.refusal import PlayerError
from engine.actions import BuyTrain
from engine.game import Game

TEMPLATE = (
    r"offer:(?P<answer>yes|no):(?P<sequence>\d+):(?P<buyer>\d+):(?P<company>[A-Z]+):"
    r"(?P<train>[0-9A-Za-z]+-\d+):(?P<price>\d+)"
)


@dataclass(frozen=True, slots=True)
class Offer:
    """₹ `price` of `company` for a train; `buyer` is the member who offers, `sequence` when."""

    sequence: int
    buyer: int
    company: str
    train: str
    price: int

    def custom_id(self, answer: str) -> str:
        """The id of one of the two buttons."""
        return (
            f"offer:{answer}:{self.sequence}:{self.buyer}:{self.company}:{self.train}:{self.price}"
        )

    def action(self, game: Game) -> BuyTrain:
        """The purchase that is offered."""
        return BuyTrain(self.company, self.train, self.price)


def other_head(live: LiveGame, action: BuyTrain) -> int | None:
    """The seat that must agree: the head of the train's owner, if that is another player."""
    state = live.game.state
    for company in state.companies.values():
        if company.train(action.train) and company.id != action.company:
            head = company.head
            return head if head != state.companies[action.company].head else None
    return None


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
    offer = Offer(live.sequence, interaction.user.id, action.company, action.train, action.price)
    state = live.game.state
    owner, train = next((c.id, t) for c in state.companies.values() if (t := c.train(action.train)))
    kind, buyer = words.train(train.kind), who(live.game, state.companies[action.company].head or 0)
    view = discord.ui.View(timeout=None)
    view.add_item(OfferButton(offer, "yes"))
    view.add_item(OfferButton(offer, "no"))
    await play.say(
        interaction,
        f"<@{holder}>: **{offer.company}** ({buyer}) offers {words.money(offer.price)} for a "
        f"{kind} train of **{owner}**. {who(live.game, seat)} decides.",
        public=True,
        view=view,
        allowed_mentions=discord.AllowedMentions(users=[discord.Object(holder)]),
    )


class OfferButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=TEMPLATE):
    """Agree to an offer, or refuse it."""

    def __init__(self, offer: Offer, answer: str) -> None:
        yes = answer == "yes"
        style = discord.ButtonStyle.success if yes else discord.ButtonStyle.danger
        super().__init__(
            discord.ui.Button(
                label="Sell" if yes else "Refuse", style=style, custom_id=offer.custom_id(answer)
            )
        )
        self.offer = offer
        self.answer = answer

    @classmethod
    async def from_custom_id(
        cls, interaction: play.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button of an offer made before a restart."""
        offer = Offer(
            int(match["sequence"]),
            int(match["buyer"]),
            match["company"],
            match["train"],
            int(match["price"]),
        )
        return cls(offer, match["answer"])

    @answers_errors
    async def callback(self, interaction: play.Interaction) -> None:
        """The head of the selling company has answered."""
        games = play.client(interaction).games
        live = await play.look(interaction)
        check_sequence(live, self.offer.sequence)
        seat = other_head(live, self.offer.action(live.game))
        if seat is None or live.holder(seat) != interaction.user.id:
            name = who(live.game, seat) if seat else "nobody"
            raise PlayerError(f"Only {name} can answer this offer.")
        if self.answer == "no":
            await play.edit(
                interaction,
                content=f"{who(live.game, seat)} does not sell to **{self.offer.company}** "
                f"for {words.money(self.offer.price)}.",
                view=None,
            )
            return
        await play.defer(interaction)
        offer = self.offer
        hand = play.hand(interaction)
        agreed = games.agreed(*hand, offer.sequence, offer.buyer, offer.action)
        await play.take(interaction, agreed)
        await play.worn_out(interaction)
