"""Worth of players and book value of companies (1.11)."""

from __future__ import annotations

from engine.components import components
from engine.state import SHARE, Company, Player, State, face_value


def book_value(state: State, company: Company) -> int:
    """₹: treasury, Privates, bonds, trains at full price, owned shares at market price.

    Those shares count without the book value of their company, so there is no recursion.
    """
    return (
        company.cash
        + sum(face_value(p) for p in company.privates)
        + company.bonds * components().bond_value
        + sum(t.info.price for t in company.trains)
        + sum(state.companies[c].price * percent // SHARE for c, percent in company.shares.items())
    )


def share_worth(state: State, company: Company) -> int:
    """₹ of one share of 10% in the final score."""
    return company.price + book_value(state, company) * SHARE // 100


def worth(state: State, player: Player) -> int:
    """₹: cash, Privates and bonds at face value, and each share with a tenth of the book value."""
    shares = sum(
        share_worth(state, state.companies[c]) * percent // SHARE
        for c, percent in player.shares.items()
    )
    return (
        player.cash
        + sum(face_value(p) for p in player.privates)
        + player.bonds * components().bond_value
        + shares
    )


def standing(state: State) -> list[tuple[Player, int]]:
    """All players with their worth, the richest first."""
    rows = [(p, worth(state, p)) for p in state.players.values()]
    return sorted(rows, key=lambda row: -row[1])
