"""Step 6, first half (1.6.6): the company sells certificates to the Open Market, any number."""

from __future__ import annotations

from typing_extensions import override

from engine import trading
from engine.actions import SellCard, SellShares
from engine.legal import Legal
from engine.state import Company, State
from engine.turn import Step, Turn


class SellStep(Step):
    """Certificates, first half: sell."""

    actions = (SellShares, SellCard)

    @override
    def asked(self, state: State, turn: Turn, company: Company) -> bool:
        return bool(company.shares or company.privates or company.bonds)

    @override
    def passed_over(self, state: State, turn: Turn, company: Company) -> str | None:
        return "nothing_owned"

    @override
    def apply(
        self, state: State, turn: Turn, company: Company, action: SellShares | SellCard
    ) -> None:
        if isinstance(action, SellShares):
            trading.sell_shares(state, company, action.company, action.percent)
        else:
            trading.sell_card(state, company, action.card)

    @override
    def fill(self, state: State, turn: Turn, company: Company, found: Legal, lays: bool) -> None:
        found.sell_shares = trading.sellable_shares(state, company)
        found.sell_card = trading.sellable_cards(company)
