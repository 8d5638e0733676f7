"""Buying and selling certificates, by players (1.4) and by companies (1.6.6)."""

from __future__ import annotations

from engine import ledger, ownership
from engine.components import GIPR, components
from engine.errors import RuleViolation, require
from engine.events import BANK, BondConverted, CardMoved, SharesMoved
from engine.legal import Sale
from engine.state import (
    BOND,
    DIRECTORS,
    SHARE,
    Company,
    Owner,
    Player,
    State,
    card_company,
    card_percent,
    face_value,
    is_directors,
)


def buy_issued(state: State, owner: Owner, card: str, source: str) -> None:
    """Buy a card of a hand or an IPO row (the caller takes it out of there) at face value."""
    price = face_value(card)
    company_id = card_company(card)
    if company_id is None:
        ledger.move(state, owner.id, BANK, price, f"{card} bought")
        owner.privates.append(card)
        state.emit(CardMoved(card, source, owner.id))
        return
    company = state.companies[company_id]
    before = ownership.percent_sold(state, company)
    percent = card_percent(card)
    ledger.move(state, owner.id, company.id, price, f"{percent}% of {company.id} bought")
    company.ipo -= percent
    owner.add_shares(company.id, percent)
    state.emit(SharesMoved(company.id, percent, source, owner.id))
    if is_directors(card) and isinstance(owner, Player):
        ownership.directors_bought(state, company, owner)
        ownership.check_float(state, company)
    else:
        ownership.share_bought(state, company, owner, before, from_market=False)


def buy_market_share(state: State, owner: Owner, company: Company) -> None:
    """Buy one share from the Open Market at its price, paid to the bank."""
    before = ownership.percent_sold(state, company)
    ledger.move(state, owner.id, BANK, company.price, f"{SHARE}% of {company.id} bought")
    company.market -= SHARE
    owner.add_shares(company.id, SHARE)
    state.emit(SharesMoved(company.id, SHARE, "market", owner.id))
    ownership.share_bought(state, company, owner, before, from_market=True)


def buy_market_private(state: State, owner: Owner, private: str) -> None:
    """Buy a Private from the Open Market at face value, paid to the bank."""
    ledger.move(state, owner.id, BANK, face_value(private), f"{private} bought")
    state.market_privates.remove(private)
    owner.privates.append(private)
    state.emit(CardMoved(private, "market", owner.id))


def buy_bond(state: State, owner: Owner) -> None:
    """Buy a Royal Bond at face value, paid to the bank.

    Raises RuleViolation when none is left or the owner cannot pay.
    """
    price = components().bond_value
    require(state.bonds_in_bank, "The bank has no Royal Bond left.")
    ledger.check_pays(owner, price, "A Royal Bond")
    ledger.move(state, owner.id, BANK, price, "Royal Bond bought")
    state.bonds_in_bank -= 1
    owner.bonds += 1
    state.emit(CardMoved(BOND, BANK, owner.id))


def most_sellable(state: State, owner: Owner, company: Company) -> int:
    """Percent that the owner may sell: a Director keeps 20% until another player has 20% (1.4)."""
    held = owner.percent(company.id)
    if isinstance(owner, Player) and company.director == owner.id:
        others = (p for p in state.players.values() if p.id != owner.id)
        if not any(p.percent(company.id) >= DIRECTORS for p in others):
            return held - DIRECTORS
    return held


def sellable_shares(state: State, owner: Owner) -> list[Sale]:
    """All that the owner may sell to the Open Market."""
    rows: list[Sale] = []
    for company_id in sorted(owner.shares):
        company = state.companies[company_id]
        rows += [
            Sale(company_id, percent, company.price * percent // SHARE)
            for percent in range(SHARE, most_sellable(state, owner, company) + 1, SHARE)
        ]
    return rows


def sellable_cards(owner: Owner) -> list[str]:
    """Privates, and "bond" once for any Royal Bond."""
    return sorted(owner.privates) + (["bond"] if owner.bonds else [])


def sell_shares(state: State, owner: Owner, company_id: str, percent: int) -> None:
    """Sell shares to the Open Market at the price. Raises RuleViolation when the owner may not."""
    company = state.companies.get(company_id)
    if company is None:
        raise RuleViolation(f"There is no company {company_id} in this game.")
    name = state.name(owner.id)
    held = owner.percent(company_id)
    require(percent > 0 and percent % SHARE == 0, "Shares are sold in steps of 10%.")
    require(percent <= held, f"{name} holds {held}% of {company_id}, not {percent}%.")
    require(
        percent <= most_sellable(state, owner, company),
        f"The Director's certificate of {company_id} would lie in the Open Market: "
        "another player must hold 20% to take it over.",
        "1.4.3",
    )
    ledger.move(
        state, BANK, owner.id, company.price * percent // SHARE, f"{percent}% of {company_id} sold"
    )
    owner.add_shares(company_id, -percent)
    company.market += percent
    state.emit(SharesMoved(company_id, percent, owner.id, "market"))
    ownership.settle_head(state, company)


def sell_card(state: State, owner: Owner, card: str) -> None:
    """Sell a Private or a bond at face value. Raises RuleViolation when the owner has none."""
    name = state.name(owner.id)
    if card == BOND:
        require(owner.bonds, f"{name} owns no Royal Bond.")
        owner.bonds -= 1
        state.bonds_in_bank += 1
    else:
        require(card in owner.privates, f"{name} does not own {card}.")
        owner.privates.remove(card)
        state.market_privates.append(card)
    ledger.move(state, BANK, owner.id, face_value(card), f"{card} sold")
    state.emit(CardMoved(card, owner.id, BANK))


def conversion_price(state: State) -> int:
    """₹ to pay for turning a bond into a GIPR share (1.9)."""
    gipr = state.gipr
    return max(0, gipr.price - components().bond_value) if gipr else 0


def check_conversion(state: State, owner: Owner) -> None:
    """Raise RuleViolation when the owner may not convert a bond now (1.9).

    Whether there is room for a certificate is the caller's question.
    """
    require(state.phase == "IV", "Royal Bonds can be converted in Phase IV only.", "1.9.1")
    gipr = state.gipr
    require(gipr is not None, "GIPR has closed; Royal Bonds can no longer be converted.", "1.9.1")
    require(owner.bonds, f"{state.name(owner.id)} owns no Royal Bond.")
    if state.ruleset.bonds_need_gipr_manager and isinstance(owner, Player):
        require(gipr is not None and gipr.head is not None, "GIPR has no Manager yet.", "1.9.1")
    ledger.check_pays(owner, conversion_price(state), "Converting a Royal Bond")


def can_convert(state: State, owner: Owner) -> bool:
    """Whether the owner may convert a bond now, room apart."""
    try:
        check_conversion(state, owner)
    except RuleViolation:
        return False
    return True


def asked_to_convert(state: State, owner: Owner) -> bool:
    """Whether the owner is asked to buy for a bond alone, room apart.

    On 18xx.games that needs Phase IV, a bond and the money, but no GIPR that could be converted to.
    """
    if not state.ruleset.bonds_need_gipr_manager:
        return can_convert(state, owner)
    return state.phase == "IV" and owner.bonds > 0 and owner.cash >= conversion_price(state)


def convert_bond(state: State, owner: Owner) -> None:
    """The owner hands in a bond and pays the difference; GIPR gets 100 and issues a new share."""
    check_conversion(state, owner)
    gipr = state.companies[GIPR]
    price = conversion_price(state)
    before = ownership.percent_sold(state, gipr)
    ledger.move(state, owner.id, BANK, price, "Royal Bond converted")
    ledger.move(state, BANK, GIPR, components().bond_value, "Royal Bond converted")
    owner.bonds -= 1
    gipr.converted += SHARE
    owner.add_shares(GIPR, SHARE)
    state.emit(BondConverted(owner.id, price))
    ownership.share_bought(state, gipr, owner, before, from_market=False)


def can_be_had(state: State, seat: int, card: str) -> bool:
    """Whether a card, a bond, or a company's share of the Open Market is where the player buys."""
    company = state.companies.get(card)
    if company is not None:
        return company.market > 0
    if card == BOND:
        return state.bonds_in_bank > 0
    return card in {*state.players[seat].hand, *state.fronts, *state.market_privates}


def may_be_had(state: State, seat: int, card: str) -> bool:
    """Whether it is there now, or can still come there: from behind in an IPO row, by a sale."""
    if can_be_had(state, seat, card):
        return True
    return card in state.companies or any(card in row for row in state.ipo_rows)
