"""An offer for a train in the panel: of the one who decides it, and of the one who waits for it."""

from __future__ import annotations

from bot.games.forecast import AT_ONCE, search_in
from bot.games.offering import purchase
from bot.present import offers, words
from bot.refusal import PlayerError
from cogs.turn.panel import OLD, Button, Panel, Seen
from storage import Offer


async def answering(seen: Seen, offer: Offer) -> Panel:
    """What a player is asked for a train of his company, and what the sale would change."""
    owned = seen.game.state.owned_train(offer.train)
    if owned is None:
        raise PlayerError(OLD)
    before = owned[0]
    after = seen.game.copy()
    after.apply(purchase(offer))
    then = after.state.companies[before.id]
    lines = [
        f"{offers.asking_line(seen.game, offer)} You lead {before.id}, so you decide.",
        f"If you sell: treasury {words.money(before.cash)} → {words.money(then.cash)}.",
        f"Its trains: {words.trains(before)}; then {words.trains(then)}.",
    ]
    now = await search_in(seen.game.fork(), before.id, AT_ONCE)
    left = await search_in(after.fork(), before.id, AT_ONCE)
    lines.append(
        f"Forecast of its run: {words.money(now.best.total)} → {words.money(left.best.total)}."
    )
    rows = (
        (
            Button(f"Sell for {words.money(offer.price)}", "offer", f"yes/{offer.id}", "good"),
            Button("Do not sell", "offer", f"no/{offer.id}"),
        ),
    )
    return Panel("\n".join(lines), rows)


def waiting(seen: Seen) -> tuple[str, tuple[Button, ...]]:
    """What the buyer is told of an offer of his that waits, and the button that withdraws it."""
    offer = seen.live.offer
    if offer is None or seen.tried is not None:
        return "", ()
    return offers.waiting_line(seen.game, offer), (
        Button("Withdraw the offer", "offer", f"back/{offer.id}"),
    )
