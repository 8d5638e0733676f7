"""Step 5, trains (1.6.5): sell and buy, in any order, never compulsory; phases change (1.7)."""

from __future__ import annotations

from typing_extensions import override

from engine import ledger
from engine.actions import BuyTrain, SellTrain
from engine.components import TrainKind, components
from engine.errors import RuleViolation, require
from engine.events import BANK, PhaseStarted, TrainBought, TrainSold
from engine.legal import Legal, TrainOffer, TrainSale
from engine.state import Company, State, Train
from engine.turn import Step, Turn

TRAIN_LIMIT = 2
"""Trains that a company may own."""
PHASE_IV_LIMIT = 1
"""Phase IV trains among them."""


class TrainsStep(Step):
    """Trains: sell and buy."""

    actions = (BuyTrain, SellTrain)

    @override
    def asked(self, state: State, turn: Turn, company: Company) -> bool:
        return bool(sales(turn, company) or purchases(state, company))

    @override
    def passed_over(self, state: State, turn: Turn, company: Company) -> str | None:
        offered = [
            kind for train in [*on_sale(state), *state.discard] for kind in kinds_of(train.info.row)
        ]
        if not offered:
            return "nothing_offered"
        return "limit" if all(hold_fault(company, kind) for kind in offered) else "no_cash"

    @override
    def apply(
        self, state: State, turn: Turn, company: Company, action: BuyTrain | SellTrain
    ) -> None:
        if isinstance(action, BuyTrain):
            _buy(state, turn, company, action)
        else:
            _sell(state, turn, company, action)

    @override
    def fill(self, state: State, turn: Turn, company: Company, found: Legal, lays: bool) -> None:
        found.buy_train = purchases(state, company)
        found.sell_train = sorted(TrainSale(t.kind, t.info.resale) for t in sales(turn, company))


def kinds_of(row: str) -> list[TrainKind]:
    """What a train of the row may be bought as from the bank: 4 as 4 or 4E, a 2 only as 2."""
    return [k for k in components().trains.values() if k.row == row]


def on_sale(state: State) -> list[Train]:
    """The trains to be bought new now: the next of the early rows, or one of each Phase IV row."""
    early = [r for r in state.depot if not components().trains[r].phase_iv]
    for row in early:
        if state.depot[row]:
            return state.depot[row][:1]
    return [state.depot[r][0] for r in state.depot if r not in early and state.depot[r]]


def hold_fault(company: Company, kind: TrainKind) -> str | None:
    """Why the company can own no further train of that kind (1.6.5.4); None if it can."""
    if len(company.trains) >= TRAIN_LIMIT:
        return f"{company.id} holds {TRAIN_LIMIT} trains already, the most that a company may own."
    if kind.phase_iv and sum(t.info.phase_iv for t in company.trains) >= PHASE_IV_LIMIT:
        return f"{company.id} owns a Phase IV train already; one is the most."
    return None


def purchases(state: State, company: Company) -> list[TrainOffer]:
    """All trains that the company can buy."""
    rows = set()
    for train in [*on_sale(state), *state.discard]:
        for kind in kinds_of(train.info.row):
            if kind.price <= company.cash and not hold_fault(company, kind):
                rows.add(TrainOffer(kind.name, BANK, kind.price, kind.price))
    for other in state.companies.values():
        if other.id == company.id or not company.cash:
            continue
        for train in other.trains:
            if not hold_fault(company, train.info):
                rows.add(TrainOffer(train.kind, other.id, 1, company.cash))
    return sorted(rows)


def sales(turn: Turn, company: Company) -> list[Train]:
    """The trains that the company may sell to the bank."""
    return [t for t in company.trains if t.info.resale and t.id not in turn.fresh]


def _sell(state: State, turn: Turn, company: Company, action: SellTrain) -> None:
    train = company.train(action.train)
    if train is None:
        raise RuleViolation(f"{company.id} does not own the train {action.train}.")
    require(train.info.resale, f"A {train.kind} train cannot be sold to the bank.", "1.6.5.2")
    require(
        train.id not in turn.fresh,
        f"The {train.kind} train was bought from the bank this turn; "
        "it cannot be sold in the same turn.",
        "1.6.5.2",
    )
    ledger.move(state, BANK, company.id, train.info.resale, f"{train.kind} train sold")
    company.trains.remove(train)
    state.discard.append(train)
    state.emit(TrainSold(company.id, train.kind, train.info.resale))


def _buy(state: State, turn: Turn, company: Company, action: BuyTrain) -> None:
    owned = state.owned_train(action.train)
    if owned:
        _buy_from(state, company, *owned, action)
    else:
        _buy_from_bank(state, turn, company, action)


def _buy_from(
    state: State, company: Company, other: Company, train: Train, action: BuyTrain
) -> None:
    require(other.id != company.id, f"{company.id} owns that train already.")
    require(
        action.kind in (None, train.kind),
        f"Bought from {other.id} the train stays a {train.kind}.",
        "1.6.5.1",
    )
    fault = hold_fault(company, train.info)
    if fault:
        raise RuleViolation(fault, "1.6.5.4")
    require(action.price >= 1, "A train of another company costs at least ₹1.", "1.6.5.3")
    require(
        action.price <= company.cash,
        f"{company.id} has ₹{company.cash:,} and cannot pay ₹{action.price:,}.",
    )
    ledger.move(
        state, company.id, other.id, action.price, f"{train.kind} train bought of {other.id}"
    )
    other.trains.remove(train)
    company.trains.append(train)
    state.emit(TrainBought(company.id, train.kind, other.id, action.price))


def _buy_from_bank(state: State, turn: Turn, company: Company, action: BuyTrain) -> None:
    train = next((t for t in state.discard if t.id == action.train), None)
    new = train is None
    if train is None:
        row = action.train.rpartition("-")[0]
        train = next((t for t in on_sale(state) if t.info.row == row), None)
        if train is None or action.train not in {t.id for t in state.depot[row]}:
            raise RuleViolation(f"The bank does not sell the train {action.train} now.", "1.6.5.3")
    row = train.info.row
    kind = next((k for k in kinds_of(row) if k.name == (action.kind or train.kind)), None)
    if kind is None:
        raise RuleViolation(
            f"A train of the row {row} cannot be bought as {action.kind}.", "1.6.5.1"
        )
    fault = hold_fault(company, kind)
    if fault:
        raise RuleViolation(fault, "1.6.5.4")
    require(action.price == kind.price, f"A {kind.name} train costs ₹{kind.price:,} at the bank.")
    ledger.check_pays(company, kind.price, f"A {kind.name} train")
    ledger.move(state, company.id, BANK, kind.price, f"{kind.name} train bought")
    if new:
        state.depot[row].remove(train)
    else:
        state.discard.remove(train)
    train.kind = kind.name
    company.trains.append(train)
    turn.fresh.append(train.id)
    state.emit(TrainBought(company.id, train.kind, BANK, kind.price, used=not new))
    if new:
        _change_phase(state)


def phase_now(state: State, bought: str | None = None) -> str:
    """The phase by the trains that have left the rows (1.7), one more of the row `bought`."""
    left = {row: len(trains) - (row == bought) for row, trains in state.depot.items()}
    sold = {row: components().trains[row].count - n for row, n in left.items()}
    if any(sold[row] for row in sold if components().trains[row].phase_iv):
        return "IV"
    if not left["4"]:
        return "III'"
    if sold["4"]:
        return "III"
    return "II" if sold["3"] else "I"


def _change_phase(state: State) -> None:
    """Start a new phase; with Phase IV the Guaranty Warrants expire at once."""
    phase = phase_now(state)
    if phase == state.phase:
        return
    state.phase = phase
    if phase == "IV":
        for company in state.companies.values():
            company.guaranty = False
    state.emit(PhaseStarted(phase))
