"""All money moves here: payer, payee, amount, reason.

Bank, players and companies together always hold ₹9,000.
"""

from __future__ import annotations

from engine.errors import require
from engine.events import BANK, BankBroken, EntityId, MoneyMoved
from engine.state import Bank, Owner, Player, State


def _purse(state: State, entity: EntityId) -> Bank | Owner:
    return state.bank if entity == BANK else state.owner(entity)


def check_pays(owner: Owner, price: int, what: str) -> None:
    """Raise RuleViolation, telling how much is missing, unless the owner has ₹ `price`."""
    name = owner.name if isinstance(owner, Player) else owner.id
    require(
        owner.cash >= price,
        f"{what} costs ₹{price:,}; {name} has ₹{owner.cash:,}, ₹{price - owner.cash:,} too little.",
    )


def move(state: State, payer: EntityId, payee: EntityId, amount: int, reason: str) -> None:
    """Move ₹ `amount`; the caller has made sure that a player or company can pay it.

    The bank may go below 0: it is broken then, and play goes on with its credit (1.11).
    """
    if amount == 0 or payer == payee:
        return
    source, target = _purse(state, payer), _purse(state, payee)
    if not isinstance(source, Bank) and source.cash < amount:
        raise AssertionError(f"{payer} has {source.cash} and cannot pay {amount}")
    source.cash -= amount
    target.cash += amount
    state.emit(MoneyMoved(payer, payee, amount, reason))
    if state.bank.cash < 0 and not state.bank.broken:
        state.bank.broken = True
        state.emit(BankBroken(state.bank.cash))


def total(state: State) -> int:
    """₹ in the whole game: always the bank's size."""
    return state.bank.cash + sum(o.cash for o in state.owners())
