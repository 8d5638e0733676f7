"""Step 4, dividend (1.6.4): pay or withhold everything, then move the share price."""

from __future__ import annotations

from typing_extensions import override

from engine import ledger, market
from engine.actions import Dividend
from engine.events import BANK, DividendDecided
from engine.legal import Legal
from engine.questions import closing
from engine.state import SHARE, Company, State
from engine.turn import Step, Turn

MOST_STEPS = 4
"""Steps to the right that the marker moves at most."""
GUARANTY_PERCENT = 5
"""Percent of the price that the bank pays for a share of a Guaranty Company."""


class DividendStep(Step):
    """Dividend: pay or withhold, then the price moves."""

    actions = (Dividend,)
    compulsory = "The revenue must be paid out or withheld."

    @override
    def asked(self, state: State, turn: Turn, company: Company) -> bool:
        return turn.revenue > 0

    @override
    def passed_over(self, state: State, turn: Turn, company: Company) -> str | None:
        return "no_revenue"

    @override
    def leave(self, state: State, turn: Turn, company: Company) -> None:
        if not turn.over:
            decide(state, turn, company, pay=False)

    @override
    def apply(self, state: State, turn: Turn, company: Company, action: Dividend) -> None:
        decide(state, turn, company, action.pay)

    @override
    def fill(self, state: State, turn: Turn, company: Company, found: Legal, lays: bool) -> None:
        found.dividend = True


def price_steps(revenue: int, price: int) -> int:
    """Steps of the marker to the right (negative: left) when ₹ `revenue` in all is paid out."""
    if revenue <= 0:
        return -1
    if 2 * revenue <= price:
        return 0
    return max(1, min(MOST_STEPS, revenue // price))


def guaranty(price: int) -> int:
    """₹ that the bank pays for each share of a Guaranty Company that does not pay."""
    return price * GUARANTY_PERCENT // 100


def decide(state: State, turn: Turn, company: Company, pay: bool) -> None:
    """Pay or withhold, then the move of the marker; a Guaranty Company that does not pay stays."""
    revenue = turn.revenue
    paid = pay and revenue > 0
    turn.over = True
    if paid:
        pay_shares(state, company, revenue * SHARE // 100, "dividend")
    else:
        ledger.move(state, BANK, company.id, revenue, "revenue withheld")
    protected = not paid and company.guaranty
    per_share = guaranty(company.price) if protected else revenue * SHARE // 100 if paid else 0
    if revenue or protected:
        state.emit(DividendDecided(company.id, revenue, paid, per_share))
    if protected:
        pay_shares(state, company, per_share, "guaranty")
        return
    reason = "paid" if paid else "withheld" if revenue else "no_revenue"
    market.move_marker(state, company, price_steps(revenue if paid else 0, company.price), reason)
    closing.check(state, company)


def pay_shares(state: State, company: Company, per_share: int, reason: str) -> None:
    """The bank pays every owner ₹ `per_share` for each 10%, the company itself included."""
    for owner in state.owners():
        ledger.move(
            state,
            BANK,
            owner.id,
            per_share * owner.percent(company.id) // SHARE,
            f"{reason} of {company.id}",
        )
