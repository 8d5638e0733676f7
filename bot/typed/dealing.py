"""Trains as players type them: what is bought and sold, of whom, and what is offered.

Everything raises PlayerError where it cannot be read; whether it is legal, the engine says.
"""

from __future__ import annotations

from bot.games.live import LiveGame
from bot.present import words
from bot.present.choices import train_choice, train_sale_choice
from bot.refusal import PlayerError
from bot.typed.on_turn import check_step, company_on_turn, other_step
from engine import TRAIN_LIMIT, Game, Legal, TrainSale, kinds_of, on_sale, turn_now
from engine.actions import BuyTrain, SellTrain
from engine.components import components
from engine.events import BANK

FROM = " from "
"""Between a kind of train and its seller, as in "4 from NCR"."""
DISCARD_WORDS = {words.DISCARD, "market", "open market"}
"""What the place may be called where trains lie that were sold."""


def train_name(text: str) -> str:
    """The name of a kind of train as the engine has it: 4E×2 and 4ex2 are 4Ex2."""
    plain = text.strip().replace("×", "x")
    found = next((k for k in components().trains if k.lower() == plain.lower()), None)
    if found is None:
        kinds = ", ".join(map(words.train, components().trains))
        raise PlayerError(f"There is no train `{text.strip()[:20]}`; there are {kinds}.")
    return found


def buy_train(game: Game, train: str, seller: str | None, price: int | None) -> BuyTrain:
    """Buy a train of a kind from the bank, the discard or another company."""
    company = company_on_turn(game)
    check_step(game, "trains")
    name, _, named = train.partition(FROM)
    kind = train_name(name)
    state = game.state
    source = (seller or named or BANK).strip()
    if source.upper() in state.companies:
        other = state.companies[source.upper()]
        found = next((t for t in other.trains if t.kind == kind), None)
        if found is None:
            raise PlayerError(
                f"{other.id} has no {words.train(kind)}: its trains are {words.trains(other)}."
            )
        if price is None:
            raise PlayerError(
                f"From {other.id} a train costs what you offer, ₹1 up to ₹{company.cash:,}: "
                "add `price:`."
            )
        return BuyTrain(company.id, found.id, price)
    if source.lower() not in DISCARD_WORDS | {BANK}:
        raise PlayerError(f"`{source[:20]}` sells no trains: say bank, discard, or a company.")
    row = components().trains[kind].row
    fresh = [t for t in on_sale(state) if t.info.row == row]
    used = [t for t in state.discard if t.info.row == row]
    offers = used if source.lower() in DISCARD_WORDS else fresh or used
    if not offers:
        where = "bank" if source.lower() == BANK else words.DISCARD
        raise PlayerError(
            f"The {where} sells no {words.train(kind)} train now; `/trains` shows what there is."
        )
    cost = next(k.price for k in kinds_of(row) if k.name == kind)
    chosen = min(offers, key=lambda t: t.kind != kind)
    return BuyTrain(company.id, chosen.id, cost if price is None else price, kind)


def sell_train(game: Game, train: str) -> SellTrain:
    """Sell a train of a kind to the bank; one that may be sold, if there are two."""
    company = company_on_turn(game)
    check_step(game, "trains")
    kind = train_name(train)
    turn = turn_now(game.state)
    fresh = turn.fresh if turn else []
    own = sorted((t for t in company.trains if t.kind == kind), key=lambda t: t.id in fresh)
    if not own:
        raise PlayerError(
            f"{company.id} has no {words.train(kind)} train: {words.trains(company)}."
        )
    return SellTrain(company.id, own[0].id)


def trains_on_sale(live: LiveGame) -> list[tuple[str, str, int, int]]:
    """(kind, seller, lowest ₹, highest ₹): the bank's trains apart in row and discard."""
    legal = live.legal(lays=False)
    if legal is None or not legal.buy_train:
        raise PlayerError(_why_none(live.game))
    return on_sale_to(live.game, legal)


def on_sale_to(game: Game, legal: Legal) -> list[tuple[str, str, int, int]]:
    """The same for a game that may be a private copy."""
    state = game.state
    new = {t.info.row for t in on_sale(state)}
    used = {t.info.row for t in state.discard}
    found: list[tuple[str, str, int, int]] = []
    for kind, seller, low, high in legal.buy_train:
        if seller != BANK:
            found.append((kind, seller, low, high))
            continue
        row = components().trains[kind].row
        found += [
            (kind, s, low, high) for s, rows in ((BANK, new), (words.DISCARD, used)) if row in rows
        ]
    return found


def _why_none(game: Game) -> str:
    """Why the company on turn can buy no train."""
    other = other_step(game, "trains")
    if other:
        return other
    company = company_on_turn(game)
    if len(company.trains) >= TRAIN_LIMIT:
        sell = "sell one first (`/train sell`)" if _sellable(game) else "none can be sold now"
        return f"{company.id} has {TRAIN_LIMIT} trains, the most: {sell}, or `/pass`."
    cash = words.money(company.cash)
    return f"{company.id} can buy no train for its cash of {cash}: `/pass` ends the step."


def _sellable(game: Game) -> list[TrainSale]:
    legal = game.legal(lays=False)
    return legal.sell_train if legal else []


def kinds(live: LiveGame) -> list[tuple[str, str]]:
    """(value, label) of the trains that may be bought, each with its seller."""
    return [(f"{row[0]}{FROM}{row[1]}", train_choice(*row)) for row in trains_on_sale(live)]


def sellers(live: LiveGame, train: str) -> list[tuple[str, str]]:
    """(value, label) of those who sell the train that was typed."""
    kind, _, named = train.partition(FROM)
    found = [
        (s, train_choice(k, s, low, high))
        for k, s, low, high in trains_on_sale(live)
        if kind in {"", k} and named in {"", s}
    ]
    if not found:
        raise PlayerError(
            f"Nobody sells a {kind[:20]} train to {company_on_turn(live.game).id} now."
        )
    return found


def own(live: LiveGame) -> list[tuple[str, str]]:
    """(value, label) of the trains that may be sold to the bank."""
    found = _sellable(live.game)
    if not found:
        other = other_step(live.game, "trains")
        company = company_on_turn(live.game)
        raise PlayerError(other or f"{company.id} has no train that the bank buys back now.")
    return [(kind, train_sale_choice(kind, price)) for kind, price in found]
