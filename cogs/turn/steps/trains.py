"""Step 5 in the panel: what is affordable first; a train of another company by a form."""

from __future__ import annotations

from collections.abc import Sequence

from bot.present import words
from bot.present.choices import SELLERS, train_choice, train_sale_choice
from bot.refusal import PlayerError
from bot.typed import dealing
from cogs.turn.panel import Button, Form, Handler, Moves, Offer, Option, Panel, Seen, Select, choice
from cogs.turn.steps import shared
from engine import on_sale, phase_now
from engine.components import components

EFFECTS = {
    "II": "Phase II begins: GIPR operates from the next Operating Round",
    "III": "Phase III begins",
    "III'": "all Phase IV trains go on sale",
    "IV": "Phase IV begins: Guaranty Warrants expire, Royal Bonds can be converted",
}


async def first(seen: Seen) -> Panel:
    """The trains for sale, and one's own that can be sold."""
    company, game, legal = seen.company, seen.game, seen.legal
    rows = dealing.on_sale_to(game, legal) if legal else []
    bank = [r for r in rows if r[1] in SELLERS]
    others = [r for r in rows if r[1] not in SELLERS]
    buys = [
        Option(f"{kind}/{seller}", train_choice(kind, seller, low, high))
        for kind, seller, low, high in bank
    ]
    lines = ["From the bank: " + (", ".join(_priced(seen)) or "nothing") + "."]
    if others:
        names = [f"{words.train(k)} of {s}" for k, s, _, _ in others]
        lines.append(
            f"From other companies, for ₹1 to {words.money(company.cash)}: {', '.join(names)}."
        )
    shown: list[tuple[Button, ...] | Select] = [
        *choice("train", buys, "Buy of the bank …", args="", style="plain")
    ]
    if others:
        asked = tuple(
            Option(f"{k}/{s}", train_choice(k, s, low, high), "You say the price")
            for k, s, low, high in others
        )[:25]
        shown.append(Select("train_of", "Buy of another company …", asked))
    sold = [
        Option(kind, train_sale_choice(kind, price))
        for kind, price in dict.fromkeys(legal.sell_train if legal else [])
    ]
    if sold:
        shown += choice("train_sell", [Option(o.value, f"Sell {o.label}") for o in sold], "Sell …")
    last = [shared.end_button(seen), Button("No train, on to certificates", "pass")]
    return shared.panel(seen, "\n".join(lines), (*shown, tuple(last)))


def _priced(seen: Seen) -> list[str]:
    """The bank's trains with prices, what is missing for them, and the phase that they start."""
    company, state = seen.company, seen.game.state
    told = []
    for train in dict.fromkeys(
        [*(t.info.row for t in on_sale(state)), *(t.info.row for t in state.discard)]
    ):
        price = min(k.price for k in components().trains.values() if k.row == train)
        missing = price - company.cash
        short = f" ({words.money(missing)} short)" if missing > 0 else ""
        told.append(f"{words.train(train)} {words.money(price)}{short}{_starts(seen, train)}")
    return told


def _starts(seen: Seen, row: str) -> str:
    """What buying the next new train of a row would begin."""
    state = seen.game.fork()
    if not any(t.info.row == row for t in on_sale(state)):
        return ""
    state.depot[row].pop(0)
    phase = phase_now(state)
    return "" if phase == state.phase else f" – {EFFECTS[phase]}"


async def buy(seen: Seen, args: str, values: Sequence[str]) -> Moves:
    """Buy of the bank."""
    kind, seller = (values[0] if values else args).split("/")
    return shared.tries(dealing.buy_train(seen.game, kind, seller, None))


async def ask_price(seen: Seen, _args: str, values: Sequence[str]) -> Form:
    """Ask what is offered for a train of another company."""
    kind, seller = values[0].split("/")
    cash = words.money(seen.company.cash)
    title = f"A {words.train(kind)} train of {seller}"
    return Form(title, "train_price", f"{kind}/{seller}", ((f"Price in ₹, at most {cash}", "1"),))


async def buy_of(_seen: Seen, args: str, values: Sequence[str]) -> Offer:
    """Buy of another company; its head is asked where that is another player."""
    kind, seller = args.split("/")
    text = values[0].strip().lstrip("₹").replace(",", "").replace(".", "")
    if not (text.isascii() and text.isdigit()) or len(text) > 5:
        raise PlayerError(f"`{values[0][:20]}` is no price: type a number of rupees.")
    return Offer(lambda game: dealing.buy_train(game, kind, seller, int(text)))


async def sell(seen: Seen, args: str, values: Sequence[str]) -> Moves:
    """Sell a train to the bank."""
    return shared.tries(dealing.sell_train(seen.game, values[0] if values else args))


VERBS: dict[str, Handler] = {
    "train": buy,
    "train_of": ask_price,
    "train_price": buy_of,
    "train_sell": sell,
}
