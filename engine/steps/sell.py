"""Step 6, first half (1.6.6): the company sells certificates to the Open Market, any number."""

from __future__ import annotations

from engine import trading
from engine.actions import SellCard, SellShares
from engine.flow import Legal
from engine.state import Company, State
from engine.turn import Turn

ACTIONS = (SellShares, SellCard)
PASS_REFUSED = "The sale can always be passed."


def asked(state: State, turn: Turn, company: Company) -> bool:
    return not turn.sell_over and bool(company.shares or company.privates or company.bonds)


def leave(state: State, turn: Turn, company: Company) -> None:
    turn.sell_over = True


def may_pass(state: State, turn: Turn, company: Company) -> bool:
    return True


def pass_(state: State, turn: Turn, company: Company) -> None:
    turn.sell_over = True


def apply(state: State, turn: Turn, company: Company, action: SellShares | SellCard) -> None:
    if isinstance(action, SellShares):
        trading.sell_shares(state, company, action.company, action.percent)
    else:
        trading.sell_card(state, company, action.card)


def fill(state: State, turn: Turn, company: Company, found: Legal, lays: bool) -> None:
    found.sell_shares = trading.sellable_shares(state, company)
    found.sell_card = trading.sellable_cards(company)
