"""The share track (1.6.4): one row of prices; on each the markers stand from top to bottom."""

from __future__ import annotations

from engine.components import components
from engine.events import PriceMoved
from engine.state import Company, State


def place_marker(state: State, company: Company) -> None:
    """Put the marker on the face value, below those already there."""
    state.track.setdefault(company.price_index, []).append(company.id)


def rank(state: State, company: Company) -> int | None:
    """The place among the markers on its price, 0 on top; None when it has no marker yet."""
    row = state.track.get(company.price_index, [])
    return row.index(company.id) if company.id in row else None


def remove_marker(state: State, company: Company) -> None:
    """Take the marker off the track, if it stands there."""
    row = state.track.get(company.price_index, [])
    if company.id in row:
        row.remove(company.id)


def move_marker(state: State, company: Company, steps: int, reason: str) -> None:
    """Move `steps` to the right (negative: left). A marker that does not move keeps its place.

    `reason` is that of the event `PriceMoved`.
    """
    printed = components()
    prices = printed.prices
    new = max(0, min(company.price_index + steps, len(prices) - 1))
    if new == company.price_index:
        return
    old = company.price
    remove_marker(state, company)
    company.price_index = new
    state.track.setdefault(new, []).append(company.id)
    state.end_reached |= company.price in printed.end_prices
    state.emit(PriceMoved(company.id, old, company.price, reason))


def price_order(state: State, companies: list[Company]) -> list[Company]:
    """Highest price first; on the same price from top to bottom.

    A company without a marker (18xx.games) stands level with the top one; there the letters decide.
    """
    return sorted(companies, key=lambda c: (-c.price_index, rank(state, c) or 0, c.id))
