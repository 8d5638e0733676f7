"""Who owns a Private that a company may use, and what happens when it closes (1.1)."""

from __future__ import annotations

from engine import ledger
from engine.events import BANK, PrivateClosed
from engine.state import Company, Owner, State, face_value


def owner_of(state: State, company: Company, private: str) -> Owner | None:
    """The company or its head, if one of them owns the Private."""
    if private in company.privates:
        return company
    head = state.players[company.head] if company.head else None
    return head if head and private in head.privates else None


def close(state: State, owner: Owner, private: str) -> None:
    """Close a Private: the bank pays its owner the face value."""
    owner.privates.remove(private)
    ledger.move(state, BANK, owner.id, face_value(private), f"{private} closed")
    state.emit(PrivateClosed(private))
