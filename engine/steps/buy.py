"""Step 6, second half (1.6.6): the company buys at most one certificate or bond."""

from __future__ import annotations

from typing_extensions import override

from engine import ledger, trading
from engine.actions import BuyCard, BuyShare, ConvertBond
from engine.errors import RuleViolation, require
from engine.legal import Legal
from engine.state import (
    BOND,
    COMPANY_LIMIT,
    Company,
    State,
    card_company,
    card_text,
    certificates,
    face_value,
)
from engine.turn import Step, Turn


class BuyStep(Step):
    """Certificates, second half: one purchase."""

    actions = (BuyCard, BuyShare, ConvertBond)

    @override
    def asked(self, state: State, turn: Turn, company: Company) -> bool:
        cards, shares, convert = purchases(state, company)
        asked = _room(state, company) and trading.asked_to_convert(state, company)
        return bool(cards or shares or convert or asked)

    @override
    def passed_over(self, state: State, turn: Turn, company: Company) -> str | None:
        offered = any(state.ipo_rows) or state.market_privates or state.bonds_in_bank
        if not offered and not any(c.market for c in state.companies.values()):
            return "nothing_offered"
        return "no_cash" if _room(state, company) or state.bonds_in_bank else "limit"

    @override
    def apply(
        self, state: State, turn: Turn, company: Company, action: BuyCard | BuyShare | ConvertBond
    ) -> None:
        if isinstance(action, ConvertBond):
            _check_room(state, company)
            trading.convert_bond(state, company)
        elif isinstance(action, BuyShare):
            _buy_share(state, company, action.company)
        else:
            _buy_card(state, company, action.card)
        turn.over = True

    @override
    def fill(self, state: State, turn: Turn, company: Company, found: Legal, lays: bool) -> None:
        cards, shares, found.convert = purchases(state, company)
        found.buy_card = sorted("bond" if c == BOND else c for c in cards)
        found.buy_share = shares


def _room(state: State, company: Company) -> bool:
    return certificates(state, company) < COMPANY_LIMIT


def _check_room(state: State, company: Company) -> None:
    require(
        _room(state, company),
        f"{company.id} owns {COMPANY_LIMIT} certificates, the most a company may own; "
        "only a Royal Bond may be bought.",
        "1.6.6.3",
    )


def purchases(state: State, company: Company) -> tuple[list[str], list[str], bool]:
    """What the company may buy and can pay for now.

    The cards, the companies with a share in the Open Market, whether a bond may be converted.
    """
    cards: list[str] = []
    shares: list[str] = []
    convert = False
    if _room(state, company):
        cards += [card for card in state.fronts if card_company(card) != company.id]
        cards += state.market_privates
        shares = sorted(
            c.id for c in state.companies.values() if c.market and c.price <= company.cash
        )
        convert = trading.can_convert(state, company)
    if state.bonds_in_bank:
        cards.append(BOND)
    return [c for c in cards if face_value(c) <= company.cash], shares, convert


def _buy_share(state: State, company: Company, of: str) -> None:
    _check_room(state, company)
    other = state.companies.get(of)
    if other is None or not other.market:
        raise RuleViolation(f"The Open Market has no share of {of}.", "1.6.6.2")
    ledger.check_pays(company, other.price, f"A share of {of}")
    trading.buy_market_share(state, company, other)


def _buy_card(state: State, company: Company, card: str) -> None:
    if card == BOND:
        trading.buy_bond(state, company)
        return
    _check_room(state, company)
    in_market = card in state.market_privates
    row = next((r for r in state.ipo_rows if card in r), None)
    if not in_market and row is None:
        raise RuleViolation(
            f"{card_text(card)} is not for sale: a company buys the front of an IPO row or from "
            "the Open Market.",
            "1.6.6.2",
        )
    if row is not None:
        require(
            row[0] == card,
            f"{card_text(card)} does not lie at the front of its IPO row; "
            f"{card_text(row[0])} does.",
            "1.6.6.2",
        )
        require(
            card_company(card) != company.id,
            f"{company.id} may not buy its own share from the IPO.",
            "1.6.6.2",
        )
    ledger.check_pays(company, face_value(card), card_text(card))
    if row is not None:
        row.pop(0)
        trading.buy_issued(state, company, card, "ipo")
    else:
        trading.buy_market_private(state, company, card)
