"""Why a step of a company's turn is not asked for: said to the players, decided by the steps."""

from __future__ import annotations

from collections.abc import Callable

from engine.events import Reason, StepPassedOver
from engine.state import (
    BOND,
    COMPANY_LIMIT,
    Company,
    State,
    card_company,
    certificates,
    face_value,
)
from engine.steps.station import can_pay
from engine.steps.trains import TRAIN_LIMIT, kinds_of, on_sale
from engine.turn import Turn

Why = tuple[Reason, int | None]
"""The reason, and the ₹ that the cheapest way would cost where money is the reason."""


def event(state: State, turn: Turn, company: Company) -> StepPassedOver | None:
    """What happened to the step at which the turn stands; None where the company took it."""
    if _taken(turn):
        return None
    why, needed = WHY[turn.step](state, company)
    return StepPassedOver(company.id, turn.step, why, company.cash, needed)


def _taken(turn: Turn) -> bool:
    over = {
        "track": True,  # everybody is asked for track; it ends by itself when all is laid
        "station": turn.station_over,
        "run": turn.run_over,
        "dividend": turn.dividend_over,
        "trains": turn.trains_over,
        "sell": turn.sell_over,
        "buy": turn.buy_over,
    }
    return over[turn.step]


def _station(_state: State, company: Company) -> Why:
    cost = company.next_station_cost
    if cost is None:
        return "no station", None
    return ("no city", None) if can_pay(company) else ("no money", cost)


def _run(_state: State, company: Company) -> Why:
    return ("no stop" if company.trains else "no train"), None


def _dividend(_state: State, _company: Company) -> Why:
    return "no revenue", None


def _trains(state: State, company: Company) -> Why:
    rows = {train.info.row for train in [*on_sale(state), *state.discard]}
    prices = [kind.price for row in rows for kind in kinds_of(row)]
    cheapest = min(prices, default=None)
    if len(company.trains) >= TRAIN_LIMIT or (cheapest is not None and cheapest <= company.cash):
        return "limit", None
    return ("nothing to buy", None) if cheapest is None else ("no money", cheapest)


def _sell(_state: State, _company: Company) -> Why:
    return "nothing to sell", None


def _buy(state: State, company: Company) -> Why:
    if certificates(state, company) >= COMPANY_LIMIT:
        return "limit", None
    prices = [face_value(c) for c in state.market_privates]
    prices += [face_value(row[0]) for row in state.ipo_rows if row if _other(row[0], company)]
    prices += [c.price for c in state.companies.values() if c.market]
    prices += [face_value(BOND)] if state.bonds_in_bank else []
    return ("no money", min(prices)) if prices else ("nothing to buy", None)


def _other(card: str, company: Company) -> bool:
    return card_company(card) != company.id


WHY: dict[str, Callable[[State, Company], Why]] = {
    "station": _station,
    "run": _run,
    "dividend": _dividend,
    "trains": _trains,
    "sell": _sell,
    "buy": _buy,
}
