"""What trade in certificates would change: holdings, control, what floats, certificates after."""

from __future__ import annotations

from bot.present import words
from cogs.turn.panel import Seen
from engine import RuleViolation, StockRound, current
from engine.actions import AnyAction, BuyCard, BuyShare, ConvertBond, SellCard, SellShares
from engine.components import GIPR
from engine.state import (
    COMPANY_LIMIT,
    Owner,
    Player,
    State,
    card_company,
    certificate_limit,
    certificates,
    face_value,
)


def effect(seen: Seen, *actions: AnyAction) -> str:
    """What moves of the one who acts would change, for him alone; empty where they cannot be made.

    Without markdown, as in "you hold 30%, EIR floats, you lead; 7 of 14 certificates".
    """
    before, after = seen.game.state, seen.game.fork()
    try:
        for action in actions:
            current(after).apply(after, action)
    except RuleViolation:
        return ""
    parts = []
    for company in dict.fromkeys(filter(None, map(_company, actions))):
        parts += _changes(seen, before, after, company)
    return "; ".join(filter(None, [", ".join(parts), counted(after, _owner(seen, after))]))


def _company(action: AnyAction) -> str | None:
    if isinstance(action, BuyShare | SellShares):
        return action.company
    if isinstance(action, BuyCard | SellCard):
        return card_company(action.card)
    return GIPR if isinstance(action, ConvertBond) else None


def _owner(seen: Seen, state: State) -> Owner:
    actor = seen.game.actor
    return state.companies[actor] if isinstance(actor, str) else state.players[seen.seat]


def _changes(seen: Seen, before: State, after: State, company_id: str) -> list[str]:
    owner, old = _owner(seen, after), before.companies[company_id]
    new = after.companies[company_id]
    who = "you hold" if isinstance(owner, Player) else f"{seen.game.actor} holds"
    parts = [f"{who} {owner.percent(company_id)}%"]
    if new.floated and not old.floated:
        parts.append(f"{company_id} floats")
    elif not new.floated:
        parts.append(f"{100 - new.ipo}% sold, not floated")
    if new.head != old.head and new.head is not None:
        leads = "you lead" if new.head == seen.seat else f"{words.plainly(after)[new.head]} leads"
        parts.append(f"{leads} as {new.role}")
    return parts


def counted(state: State, owner: Owner) -> str:
    """How many certificates an owner has, of how many."""
    limit = certificate_limit(state) if isinstance(owner, Player) else COMPANY_LIMIT
    return f"{certificates(state, owner)} of {limit} certificates"


def too_dear(seen: Seen) -> str:
    """What is for sale but cannot be paid, with what is missing; of a hand, its owner's alone."""
    state, actor = seen.game.state, seen.game.actor
    cash = _owner(seen, state).cash
    found: dict[str, int] = {}
    fronts = [card for card in state.fronts if card_company(card) != actor]
    if isinstance(state.round, StockRound):
        fronts = state.players[seen.seat].hand + ([] if state.round.first else fronts)
    for card in [*fronts, *state.market_privates]:
        found.setdefault(words.card_name(card), face_value(card))
    for company in state.companies.values():
        if company.market:
            found.setdefault(f"{company.id} 10% of the {words.MARKET}", company.price)
    short = sorted((price, name) for name, price in found.items() if price > cash)
    if not short:
        return ""
    named = [
        f"{name} {words.money(price)} ({words.money(price - cash)} short)"
        for price, name in short[:MOST_NAMED]
    ]
    more = f" and {len(short) - MOST_NAMED} more" if len(short) > MOST_NAMED else ""
    return f"Too dear: {', '.join(named)}{more}."


MOST_NAMED = 5
