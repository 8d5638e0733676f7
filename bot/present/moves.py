"""What somebody did, in a sentence: one for each kind of action, with numbers of its events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from bot.present import words
from engine import actions as act
from engine import events as ev
from engine.components import components

E = TypeVar("E", bound=ev.Event)

PASSES = {
    "track": "is done with track",
    "station": "builds no station",
    "trains": "is done with trains",
    "sell": "is done selling",
    "buy": "buys no certificate",
}
ENDS = {"sell": "is done selling", "buy": "is done buying"}
"""How a player ends a stock turn in which he did something, which is no pass (1.4.8)."""
SOURCES = {
    "hand": "from the hand",
    "ipo": "from an IPO row",
    "market": "from the Open Market",
}


@dataclass(slots=True)
class Move:
    """An action with its events; `told` are the events that its sentence tells already.

    It stands for `times` equal purchases in a row.
    """

    names: words.Names
    action: act.AnyAction
    step: str
    events: Sequence[ev.Event]
    told: list[ev.Event] = field(default_factory=list)
    times: int = 1

    def take(self, kind: type[E]) -> E | None:
        """The first event of a kind, now told."""
        found = next((e for e in self.events if isinstance(e, kind)), None)
        if found is not None:
            self.told.append(found)
        return found

    def name(self, entity: ev.EntityId) -> str:
        """The name of a player or a company, in bold."""
        return f"**{words.entity(self.names, entity)}**"

    def payments(self, reason: str) -> list[str]:
        """Who got how much for a reason, as "Asha ₹22"."""
        return [
            f"{words.entity(self.names, e.payee)} {words.money(e.amount)}"
            for e in self.events
            if isinstance(e, ev.MoneyMoved) and e.reason == reason
        ]

    def paid(self, entity: ev.EntityId) -> int:
        """₹ that the entity paid first in this move."""
        return next(
            (e.amount for e in self.events if isinstance(e, ev.MoneyMoved) and e.payer == entity), 0
        )

    def got(self, entity: ev.EntityId) -> int:
        """₹ that the entity got first in this move."""
        return next(
            (e.amount for e in self.events if isinstance(e, ev.MoneyMoved) and e.payee == entity), 0
        )


def sentence(move: Move) -> str:
    """What was done, without what followed from it; never anything hidden."""
    tell: Callable[[Move, Any], str] = SENTENCES[type(move.action)]
    return tell(move, move.action)


def _keep(move: Move, action: act.KeepCards) -> str:
    if any(isinstance(event, ev.RoundStarted) for event in move.events):
        return "All have chosen which certificates to keep"
    return f"{move.name(action.actor)} has chosen which certificates to keep"


def _draft(move: Move, action: act.DraftCard) -> str:
    return f"{move.name(action.actor)} drafts {words.card_name(action.card)}"


def _buy_card(move: Move, action: act.BuyCard) -> str:
    shares, card = move.take(ev.SharesMoved), move.take(ev.CardMoved)
    source = str(shares.source if shares else card.source if card else "")
    what = words.card_name(action.card)
    if move.times > 1:
        what = f"{move.times} × {what}"
    else:
        what = f"a {what}" if what == "Royal Bond" else f"the {what}" if card else what
    name, paid = move.name(action.actor), _paid(move, action.actor)
    if source == ev.BANK:
        cost = words.money(move.paid(action.actor) * move.times)
        return f"{name} buys {what} from the bank for {cost}"
    return f"{name} buys {what} {SOURCES.get(source, '')} for {paid}"


def _buy_share(move: Move, action: act.BuyShare) -> str:
    move.take(ev.SharesMoved)
    name, paid = move.name(action.actor), _paid(move, action.actor)
    times = f"{move.times} × " if move.times > 1 else ""
    return f"{name} buys {times}{action.company} 10% from the Open Market for {paid}"


def _paid(move: Move, entity: ev.EntityId) -> str:
    """What was paid for a certificate, and to whom."""
    payee = next(
        (e.payee for e in move.events if isinstance(e, ev.MoneyMoved) and e.payer == entity),
        ev.BANK,
    )
    return f"{words.money(move.paid(entity) * move.times)} to {words.entity(move.names, payee)}"


def _sell_shares(move: Move, action: act.SellShares) -> str:
    move.take(ev.SharesMoved)
    what, price = f"{action.company} {action.percent}%", words.money(move.got(action.actor))
    return f"{move.name(action.actor)} sells {what} to the Open Market for {price}"


def _sell_card(move: Move, action: act.SellCard) -> str:
    move.take(ev.CardMoved)
    what = words.card_name(action.card)
    what = f"a {what} to the bank" if what == "Royal Bond" else f"the {what} to the Open Market"
    return f"{move.name(action.actor)} sells {what} for {words.money(move.got(action.actor))}"


def _convert(move: Move, action: act.ConvertBond) -> str:
    found = move.take(ev.BondConverted)
    price = words.money(found.price) if found and found.price else "nothing"
    issued = words.money(components().bond_value)
    what = f"converts a Royal Bond into GIPR 10% and pays {price} for it"
    return f"{move.name(action.actor)} {what}; GIPR gets {issued} from the bank"


def _lay(move: Move, action: act.LayTile) -> str:
    laid = move.take(ev.TileLaid)
    where = words.place(action.hex)
    yellow = components().tiles[action.tile].color == "yellow"
    what = f"lays {action.tile} in {where}" if yellow else f"upgrades {where} to {action.tile}"
    if action.private:
        what += f" with the {words.private(action.private)}"
    return f"{move.name(action.actor)} {what}{_cost(laid)}{_markers(laid)}"


def _cost(made: ev.TileLaid | ev.StationPlaced | None) -> str:
    if made is None:
        return ""
    return f" for {words.money(made.cost)}" if made.cost else ", free"


def _markers(laid: ev.TileLaid | None) -> str:
    if laid is None or not laid.markers:
        return ""
    return f"; gauge change at {', '.join(map(words.border, laid.markers))}"


def _unmark(move: Move, action: act.RemoveMarker) -> str:
    move.take(ev.MarkerRemoved)
    where = words.border_at(action.hex, action.edge)
    return f"{move.name(action.actor)} removes the gauge-change marker {where}"


def _station(move: Move, action: act.PlaceStation) -> str:
    placed = move.take(ev.StationPlaced)
    towards = placed.towards if placed else None
    what = f"builds a station in {words.city_of(action.hex, action.city, towards)}"
    if action.private:
        what += f" with the {words.private(action.private)}"
    return f"{move.name(action.actor)} {what}{_cost(placed)}"


def _home(move: Move, action: act.PlaceHome) -> str:
    laid = move.take(ev.TileLaid)
    placed = move.take(ev.StationPlaced)
    name = move.name(action.company)
    if laid:
        where = words.place(action.hex)
        what = f"{name} makes {where} its home with tile {laid.tile}"
        return what + _cost(laid) + _markers(laid)
    where = words.city_of(action.hex, action.city, placed.towards if placed else None)
    return f"{name} has its home station in {where}"


def _run(move: Move, action: act.RunTrains) -> str:
    ran = move.take(ev.TrainsRan)
    name = move.name(action.actor)
    if ran is None or not ran.runs:
        return f"{name} runs no train"
    runs = [
        f"{words.train(kind)}: {'–'.join(map(words.short_place, stops))} {words.money(revenue)}"
        for kind, stops, revenue in ran.runs
    ]
    for index, path in enumerate(ran.paths):
        if path.gauges:
            runs[index] += f" ({words.count(len(path.gauges), 'gauge change')} on the way)"
    together = f"; together {words.money(ran.revenue)}" if len(runs) > 1 else ""
    return f"{name} runs {', '.join(runs)}{together}"


def _dividend(move: Move, action: act.Dividend) -> str:
    decided = move.take(ev.DividendDecided)
    moved = move.take(ev.PriceMoved)
    name = move.name(action.actor)
    if decided is None:
        return f"{name} withholds"
    if decided.paid:
        each = words.money(decided.per_share)
        got = ", ".join(move.payments(f"dividend of {action.actor}")) or "nobody owns one"
        what = f"{name} pays {each} a share: {got}"
    else:
        what = f"{name} withholds {words.money(decided.revenue)}{guaranty(move, decided)}"
    return what + ("; " + price(moved) if moved else "; price unchanged")


def guaranty(move: Move, decided: ev.DividendDecided) -> str:
    """The part of a sentence about what the bank pays for a Guaranty Company, if it does."""
    if decided.paid or not decided.per_share:
        return ""
    each = words.money(decided.per_share)
    got = ", ".join(move.payments(f"guaranty of {decided.company}")) or "nobody owns one"
    return f"; the bank pays the guaranty, {each} a share: {got}"


def price(moved: ev.PriceMoved) -> str:
    """A move of a price marker."""
    return f"price {words.money(moved.old)} → {words.money(moved.new)}"


def _buy_train(move: Move, action: act.BuyTrain) -> str:
    bought = move.take(ev.TrainBought)
    kind = words.train(bought.train if bought else action.kind or action.train)
    seller = words.entity(move.names, bought.seller if bought else ev.BANK)
    seller = f"the {words.DISCARD}" if bought and bought.used else seller
    name = move.name(action.actor)
    return f"{name} buys a {kind} train from {seller} for {words.money(action.price)}"


def _sell_train(move: Move, action: act.SellTrain) -> str:
    sold = move.take(ev.TrainSold)
    kind, amount = (sold.train, sold.price) if sold else (action.train, 0)
    name = move.name(action.actor)
    return f"{name} sells a {words.train(kind)} train to the bank for {words.money(amount)}"


def _discount(move: Move, action: act.UseDiscount) -> str:
    name = move.name(action.actor)
    return f"{name} uses the {words.private('P4')}: ₹40 off this turn's terrain and rivers"


def _jewelry(move: Move, action: act.PlaceJewelry) -> str:
    move.take(ev.ConcessionTaken)
    where = words.place(action.hex)
    return f"{move.name(action.actor)} puts the jewelry marker in {where} and takes its concession"


def _exchange(move: Move, action: act.Exchange) -> str:
    removed, placed = move.take(ev.StationRemoved), None
    if action.accept:
        placed = move.take(ev.StationPlaced)
    whose = f"{removed.company}'s station in {words.place(removed.hex)}" if removed else "a station"
    return f"**GIPR** takes over {whose}" if placed else f"**GIPR** does not take over {whose}"


def _pass(move: Move, action: act.Pass) -> str:
    what = PASSES.get(move.step, "passes")
    if ended := move.take(ev.TurnEnded):
        what = ENDS[ended.step] if ended.acted else "sells nothing"
    by = ""
    if action.by is not None:
        by = f" (done by {words.entity(move.names, action.by)}, since the time had run out)"
    return f"{move.name(action.actor)} {what}{by}"


def _end(move: Move, _action: act.EndGame) -> str:
    move.take(ev.GameEnded)
    return "The game is ended by the players"


SENTENCES: dict[type, Callable[[Move, Any], str]] = {
    act.KeepCards: _keep,
    act.DraftCard: _draft,
    act.BuyCard: _buy_card,
    act.BuyShare: _buy_share,
    act.SellShares: _sell_shares,
    act.SellCard: _sell_card,
    act.ConvertBond: _convert,
    act.LayTile: _lay,
    act.RemoveMarker: _unmark,
    act.PlaceStation: _station,
    act.PlaceHome: _home,
    act.RunTrains: _run,
    act.Dividend: _dividend,
    act.BuyTrain: _buy_train,
    act.SellTrain: _sell_train,
    act.UseDiscount: _discount,
    act.PlaceJewelry: _jewelry,
    act.Exchange: _exchange,
    act.Pass: _pass,
    act.EndGame: _end,
}
