"""Who leads a company, and when it floats (1.5)."""

from __future__ import annotations

from engine import market
from engine.events import CompanyFloated, HeadChanged
from engine.questions import home
from engine.state import DIRECTORS, Company, Owner, Player, State

FLOAT_PERCENT = 30
"""Percent of a Managed company that must be sold before it floats."""


def percent_sold(state: State, company: Company) -> int:
    """Percent out of the IPO and hands; in the rulebook shares converted from bonds count too."""
    extra = 0 if state.ruleset.bonds_need_gipr_manager else company.converted
    return 100 - company.ipo + extra


def _set_head(state: State, company: Company, head: int) -> None:
    if company.head != head:
        company.head = head
        state.emit(HeadChanged(company.id, head, company.role))


def settle_head(state: State, company: Company) -> None:
    """After shares moved: the head passes to another player who holds strictly more.

    For a Director's certificate the other needs 20% too. Of several new leaders the first after the
    old head in the present turn order.
    """
    if company.head is None:
        return
    mine = state.players[company.head].percent(company.id)
    least = DIRECTORS if company.director is not None else 0
    rivals = [
        (state.players[p].percent(company.id), p)
        for p in state.heads_after(company.head)
        if state.players[p].percent(company.id) > mine
        and state.players[p].percent(company.id) >= least
    ]
    if not rivals:
        return
    most = max(percent for percent, _ in rivals)
    new = next(p for percent, p in rivals if percent == most)
    if company.director is not None:
        company.director = new
    _set_head(state, company, new)


def directors_bought(state: State, company: Company, buyer: Player) -> None:
    """The Director's certificate was bought (the buyer's 20% are counted already).

    In a floated Managed company a Manager who holds more keeps control and swaps two shares for
    the certificate; on a tie the buyer becomes Director (site: the Manager stays).
    """
    winner = buyer.id
    if company.floated and company.head is not None and company.head != buyer.id:
        manager = state.players[company.head].percent(company.id)
        bought = buyer.percent(company.id)
        if manager > bought or (manager == bought and state.ruleset.manager_keeps_on_tie):
            winner = company.head
    company.director = winner
    if company.head == winner:
        state.emit(HeadChanged(company.id, winner, company.role))
    _set_head(state, company, winner)


def share_bought(
    state: State, company: Company, owner: Owner, sold_before: int, from_market: bool
) -> None:
    """A share changed hands: name the first Manager, settle the head, float what now floats."""
    first = company.head is None and isinstance(owner, Player)
    if first and isinstance(owner, Player):
        _set_head(state, company, owner.id)
    else:
        settle_head(state, company)
    late = first and sold_before >= FLOAT_PERCENT and state.ruleset.late_manager_has_no_marker
    if state.ruleset.late_manager_has_no_marker and from_market:
        _late_home(state, company)
    check_float(state, company, marker=not late, station=not late or from_market)


def _late_home(state: State, company: Company) -> None:
    """18xx.games: a floated company without a home station gets it at the next Market purchase.

    Stations that GIPR has taken over since are none of its own.
    """
    asked = any(getattr(p, "company", None) == company.id for p in state.pending)
    if company.floated and not company.stations_used and not asked:
        home.arrive(state, company)


def check_float(state: State, company: Company, marker: bool = True, station: bool = True) -> None:
    """Float the company if it is Directed, or Managed with 30% sold: marker, then home station."""
    if company.floated or company.head is None:
        return
    if company.director is None and percent_sold(state, company) < FLOAT_PERCENT:
        return
    company.floated = True
    if marker:
        market.place_marker(state, company)
    at = company.info.home
    waits = at if station and at is not None and home.waits_for_tile(state, at) else None
    state.emit(CompanyFloated(company.id, company.price, waits))
    if station:
        home.arrive(state, company)
