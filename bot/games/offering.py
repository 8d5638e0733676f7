"""A train bought of another player's company: its head must agree first (1.6.5)."""

from __future__ import annotations

from bot.games.live import LiveGame
from bot.games.service import GameService, Hand, Moved, Place
from bot.games.turns import check_sequence
from bot.refusal import PlayerError
from engine.actions import BuyTrain
from storage import Offer, Offers
from storage.offers import ACCEPTED, OPEN, REFUSED, REPLACED, WITHDRAWN

GONE = {
    ACCEPTED: "This offer was accepted already.",
    REFUSED: "This offer was refused already.",
    WITHDRAWN: "This offer was withdrawn.",
    REPLACED: "Another offer has taken the place of this one.",
}


def other_head(live: LiveGame, action: BuyTrain) -> int | None:
    """The seat that must agree: the head of the train's owner, if that is another player."""
    state = live.game.state
    owned = state.owned_train(action.train)
    head = owned[0].head if owned else None
    return head if head != state.companies[action.actor].head else None


def decider(live: LiveGame, offer: Offer) -> int | None:
    """The seat that decides an offer: that of the seller's head."""
    return other_head(live, purchase(offer))


class Offering:
    """The offers of all games."""

    def __init__(self, games: GameService) -> None:
        self._games = games
        self._offers = Offers(games.store)

    async def make(
        self, live: LiveGame, user_id: int, action: BuyTrain
    ) -> tuple[Offer, tuple[Offer, ...]]:
        """Make an offer; returns it, and those whose place it takes."""
        return await self._offers.make(
            Offer(
                0,
                live.stored.id,
                live.sequence,
                user_id,
                action.actor,
                action.train,
                action.price,
                live.stored.channel_id,
            )
        )

    async def shown(self, offer: Offer, message_id: int) -> None:
        """Remember which message shows an offer."""
        await self._offers.shown(offer.id, message_id)

    async def find(self, live: LiveGame, offer_id: int) -> Offer:
        """An offer that waits.

        Raises:
            PlayerError: The game has gone on, or it was answered, withdrawn or replaced.
        """
        offer = await self._offers.get(offer_id)
        if offer is None or offer.game_id != live.stored.id:
            raise PlayerError("That was an offer in another game.")
        check_sequence(live, offer.sequence)
        if offer.status != OPEN:
            raise PlayerError(GONE[offer.status])
        return offer

    async def waits_for(self, offer_id: int) -> tuple[int, ...]:
        """The member whose answer to an offer is still awaited; none where it is over."""
        offer = await self._offers.get(offer_id)
        if offer is None or offer.status != OPEN:
            return ()
        live = await self._games.fresh(await self._games.store.game(offer.game_id))
        seat = decider(live, offer)
        user = live.holder(seat) if seat is not None else None
        return (user,) if user is not None and live.sequence == offer.sequence else ()

    async def accept(self, place: Place, hand: Hand, offer: Offer) -> Moved:
        """Sell: the purchase is taken as its buyer's move.

        Raises:
            PlayerError: Somebody was faster, or the game has gone on.
            RuleViolation: The rules forbid it by now.
        """
        await self._answer(offer, ACCEPTED)
        try:
            return await self._games.agreed(
                place, hand, offer.sequence, offer.buyer, lambda _game: purchase(offer)
            )
        except BaseException:
            await self._offers.reopen(offer.id)
            raise

    async def end(self, offer: Offer, *, withdrawn: bool) -> None:
        """Refuse or withdraw an offer. Raises PlayerError if somebody was faster."""
        await self._answer(offer, WITHDRAWN if withdrawn else REFUSED)

    async def _answer(self, offer: Offer, status: str) -> None:
        if not await self._offers.answer(offer.id, status):
            now = await self._offers.get(offer.id)
            raise PlayerError(GONE[now.status] if now else GONE[REPLACED])


def purchase(offer: Offer) -> BuyTrain:
    """The purchase that is offered."""
    return BuyTrain(offer.company, offer.train, offer.price)
