"""Step 5 in the panel: what is affordable first; a train of another company at a price asked."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.present import words
from bot.present.choices import SELLERS, train_choice, train_sale_choice
from bot.present.treasury import find_company
from bot.refusal import PlayerError
from bot.typed import dealing
from cogs.turn.panel import (
    Button,
    Form,
    Handler,
    Moves,
    Offer,
    Option,
    Outcome,
    Panel,
    Row,
    Seen,
    Select,
    choice,
    grid,
)
from cogs.turn.steps import offers, shared
from engine import hold_fault, kinds_of, on_sale, phase_now
from engine.components import components
from engine.events import BANK

BACK = Button("Back", "here")
AMOUNT = re.compile(r"\d{1,3}(,\d{3})+|\d+")
"""A sum as players type it, with or without thousands apart."""


async def first(seen: Seen) -> Panel:
    """The trains for sale, and one's own that can be sold."""
    company, game, legal = seen.company, seen.game, seen.legal
    rows = dealing.on_sale_to(game, legal) if legal else []
    kinds = list(components().trains)
    bank = sorted((r for r in rows if r[1] in SELLERS), key=lambda r: (r[2], kinds.index(r[0])))
    others = [r for r in rows if r[1] not in SELLERS]
    lines, dear = _phases_begun(seen, bank), _too_dear(seen)
    if dear:
        lines.append(f"Too dear: {', '.join(dear)}.")
    if others:
        lines.append(f"From other companies at a price agreed, ₹1 to {words.money(company.cash)}.")
    if not rows and not dear:
        lines.append(_none(seen))
    shown: list[Row] = [*choice("train", [_bank_option(seen, row) for row in bank], "Buy …")]
    if others:
        plain = words.plainly(game.state)
        asked = tuple(
            Option(f"{k}/{s}", train_choice(k, s, low, high), _who_sells(seen, s, plain))
            for k, s, low, high in others
        )
        shown.append(Select("train_of", "Buy of another company …", asked[:25]))
    sold = dict.fromkeys(legal.sell_train if legal else [])
    options = [Option(kind, f"Sell a {train_sale_choice(kind, price)}") for kind, price in sold]
    shown += choice("train_sell", options, "Sell …")
    waits, withdraw = offers.waiting(seen)
    if waits:
        lines.insert(0, waits)
    last = [shared.end_button(seen), Button("On to certificates", "pass"), *withdraw]
    return shared.panel(seen, "\n".join(lines), (*shown, tuple(last)), forecast="trains")


def _bank_option(seen: Seen, row: tuple[str, str, int, int]) -> Option:
    kind, seller, low, _ = row
    phase = _phase_after(seen, kind, seller)
    begins = f", begins {words.phase(phase)}" if _is_new(seen, phase) else ""
    used = f" ({words.DISCARD})" if seller != BANK else ""
    label = f"Buy a {words.train(kind)} train{used}, {words.money(low)}{begins}"
    return Option(f"{kind}/{seller}", label)


def _phases_begun(seen: Seen, bank: Sequence[tuple[str, str, int, int]]) -> list[str]:
    """What purchases of the bank would begin and end, each effect once with its trains."""
    found: dict[str, list[str]] = {}
    for kind, seller, _, _ in bank:
        told = effects(seen, _phase_after(seen, kind, seller))
        if told:
            found.setdefault(told, []).append(words.train(kind))
    return [f"With a {words.listed(kinds, 'or')} train {told}." for told, kinds in found.items()]


def _too_dear(seen: Seen) -> list[str]:
    """The bank's trains that the company could own but not pay, with what is missing."""
    cash, state = seen.company.cash, seen.game.state
    there = {t.info.row for t in [*on_sale(state), *state.discard]}
    kinds = [
        kind
        for kind in components().trains.values()
        if kind.row in there and kind.price > cash and not hold_fault(seen.company, kind)
    ]
    return [
        f"a {words.train(k.name)} train for {words.money(k.price)} "
        f"({words.money(k.price - cash)} short)"
        for k in kinds
    ]


def _none(seen: Seen) -> str:
    """Why the company can buy none: a limit stands before its means."""
    state = seen.game.state
    kinds = [kind for t in [*on_sale(state), *state.discard] for kind in kinds_of(t.info.row)]
    faults = dict.fromkeys(filter(None, (hold_fault(seen.company, kind) for kind in kinds)))
    return next(iter(faults), "No train is for sale.")


# -- phases ----------------------------------------------------------------------------------------


def _phase_after(seen: Seen, kind: str, seller: str) -> str:
    """The phase once a train of the bank was bought; III' where Phase IV comes on sale."""
    state, row = seen.game.state, components().trains[kind].row
    new = seller == BANK and any(train.info.row == row for train in on_sale(state))
    return phase_now(state, row if new else None)


def _is_new(seen: Seen, phase: str) -> bool:
    return words.phase(phase) != words.phase(seen.game.state.phase)


def effects(seen: Seen, phase: str) -> str:
    """What ends and begins when a purchase leads to a phase; empty where nothing does."""
    state = seen.game.state
    if phase == state.phase:
        return ""
    said = {
        "II": "GIPR operates from the next Operating Round on",
        "III": "nothing else changes yet",
        "III'": "all trains of Phase IV are on sale from now on",
        "IV": _phase_four(seen),
    }[phase]
    if not _is_new(seen, phase):
        return said
    return f"{words.phase(state.phase)} ends, {words.phase(phase)} begins: {said}"


def _phase_four(seen: Seen) -> str:
    warrants = [c.id for c in seen.game.state.companies.values() if c.guaranty]
    whose = f" of {words.listed(warrants)}" if warrants else ""
    return (
        f"Guaranty Warrants{whose} expire at once; no new gauge-change markers come, those on the "
        "map may be removed; Royal Bonds may be converted"
    )


# -- buying and selling ----------------------------------------------------------------------------


async def chosen(seen: Seen, args: str, values: Sequence[str]) -> Outcome:
    """Buy of the bank; a purchase that changes the phase is shown first."""
    kind, seller = (values[0] if values else args).split("/")
    phase = _phase_after(seen, kind, seller)
    if not _is_new(seen, phase):
        return await buy(seen, f"{kind}/{seller}", ())
    price, cash = components().trains[kind].price, seen.company.cash
    text = (
        f"A {words.train(kind)} train for {words.money(price)}: treasury {words.money(cash)} → "
        f"{words.money(cash - price)}.\n{effects(seen, phase)}."
    )
    sure = Button(f"Buy it, begin {words.phase(phase)}", "train_sure", f"{kind}/{seller}", "good")
    return shared.panel(seen, text, ((sure, BACK),))


async def buy(seen: Seen, args: str, _values: Sequence[str]) -> Moves:
    """Buy of the bank."""
    kind, seller = args.split("/")
    return shared.tries(dealing.buy_train(seen.game, kind, seller, None))


def _who_sells(seen: Seen, seller: str, named: words.Names) -> str:
    head = find_company(seen.game, seller).head
    if head == seen.seat:
        return "You lead it: you say the price"
    return f"{named[head] if head else 'Its head'} must agree to your price"


async def price(seen: Seen, _args: str, values: Sequence[str]) -> Panel:
    """For how much a train of another company is bought: usual sums, or another one."""
    kind, seller = values[0].split("/")
    cash, worth = seen.company.cash, components().trains[kind].price
    who = _who_sells(seen, seller, words.names(seen.game.state))
    text = (
        f"A **{words.train(kind)}** train of **{seller}**. {who}. "
        f"Treasury {words.money(cash)}; new it costs {words.money(worth)} at the bank."
    )
    sums = sorted({1, *(s for s in (worth // 2, worth, cash) if 0 < s <= cash)})
    told = {cash: " (all)"} if cash > 1 else {}
    buttons = [
        Button(f"{words.money(s)}{told.get(s, '')}", "train_at", f"{kind}/{seller}/{s}")
        for s in sums
    ]
    buttons.append(Button("Other sum", "train_ask", f"{kind}/{seller}"))
    return shared.panel(seen, text, (*grid(buttons), (BACK,)))


async def ask_price(seen: Seen, args: str, _values: Sequence[str]) -> Form:
    """Ask for another sum."""
    kind, seller = args.split("/")
    label = f"Price in ₹, from 1 to {seen.company.cash}"
    return Form(f"A {words.train(kind)} train of {seller}", "train_price", args, ((label, "1"),))


async def typed_price(seen: Seen, args: str, values: Sequence[str]) -> Offer:
    """Buy at the sum that was typed."""
    text = values[0].replace("₹", "").replace(" ", "")
    if not text.isascii() or not AMOUNT.fullmatch(text) or len(text) > 6:
        raise PlayerError(f"`{values[0][:20]}` is no price: type a whole number of rupees, as 120.")
    amount, cash = int(text.replace(",", "")), seen.company.cash
    if not 1 <= amount <= cash:
        raise PlayerError(
            f"{words.money(amount)} cannot be paid: {seen.company.id} has {words.money(cash)}, so "
            f"the price is ₹1 to {words.money(cash)}."
        )
    return await at_price(seen, f"{args}/{amount}", ())


async def at_price(_seen: Seen, args: str, _values: Sequence[str]) -> Offer:
    """Buy of another company; its head is asked where that is another player."""
    kind, seller, amount = args.split("/")
    return Offer(lambda game: dealing.buy_train(game, kind, seller, int(amount)))


async def sell(seen: Seen, args: str, values: Sequence[str]) -> Moves:
    """Sell a train to the bank."""
    return shared.tries(dealing.sell_train(seen.game, values[0] if values else args))


VERBS: dict[str, Handler] = {
    "train": chosen,
    "train_sure": buy,
    "train_of": price,
    "train_at": at_price,
    "train_ask": ask_price,
    "train_price": typed_price,
    "train_sell": sell,
}
