"""Step 4 in the panel: both choices side by side."""

from __future__ import annotations

from collections.abc import Sequence

from bot.present import words
from cogs.turn.panel import Button, Handler, Moves, Panel, Seen
from cogs.turn.steps import shared
from engine import guaranty, market, operating_order, price_steps
from engine.actions import Dividend
from engine.state import SHARE, Company, State


def compared(seen: Seen, revenue: int) -> list[str]:
    """What paying and withholding bring: to each owner, the treasury, the price, the order."""
    company, each = seen.company, revenue * SHARE // 100
    return [
        f"**Pay {words.money(each)} a share:** {_side(seen, each, revenue, 0)}",
        f"**Withhold:** {_side(seen, _warrant(company), 0, revenue)}",
    ]


def _warrant(company: Company) -> int:
    """₹ a share that the bank pays for a Guaranty Warrant where nothing is paid out (1.6.4)."""
    return guaranty(company.price) if company.guaranty else 0


def _side(seen: Seen, each: int, paid: int, kept: int) -> str:
    """One of the two choices: ₹ `each` a share, ₹ `paid` out in all, ₹ `kept` in the treasury."""
    company, state = seen.company, seen.game.state
    names = words.names(state)
    shares = {owner.id: owner.percent(company.id) // SHARE * each for owner in state.owners()}
    cash = company.cash + kept + shares.pop(company.id, 0)
    gets = [
        f"{'you' if owner == seen.seat else words.entity(names, owner)} {words.money(amount)}"
        for owner, amount in shares.items()
        if amount
    ]
    told = [", ".join(gets) or "no owner gets anything"]
    if company.guaranty and not paid:
        told[0] = f"by the Guaranty Warrant {told[0]}"
    told.append(f"treasury {words.money(company.cash)} → {words.money(cash)}")
    told += _moved(seen, paid)
    spent = sum(shares.values()) + cash - company.cash
    if 0 <= state.bank.cash < spent:
        told.append(f"**the bank breaks** ({words.money(state.bank.cash)} left): the end comes")
    return "; ".join(told) + "."


def _moved(seen: Seen, paid: int) -> list[str]:
    """Where the price goes when ₹ `paid` are paid out in all, and the company in the order."""
    company, state = seen.company, seen.game.fork()
    if company.guaranty and not paid:
        return ["price unchanged (Guaranty Warrant)"]
    then = state.companies[company.id]
    before = _place(state, company.id)
    ended = state.end_reached
    market.move_marker(state, then, price_steps(paid, company.price), "")
    if then.price == company.price:
        return [f"price {words.money(company.price)} unchanged"]
    told = [f"price {words.money(company.price)} → {words.money(then.price)}"]
    if not then.price:
        return [*told, "**which closes the company**"]
    after = _place(state, company.id)
    of = len(operating_order(state))
    stays = f"stays {_nth(after)}" if after == before else f"{_nth(before)} → {_nth(after)}"
    told.append(f"in the order {stays} of {of}")
    if state.end_reached and not ended:
        told.append("**which brings the end of the game**")
    return told


def _place(state: State, company: str) -> int:
    """The place of a company in the operating order as it is now, from 1."""
    return [c.id for c in operating_order(state)].index(company) + 1


def _nth(number: int) -> str:
    """A place in words.

    >>> [_nth(n) for n in (1, 2, 3, 4)]
    ['1st', '2nd', '3rd', '4th']
    """
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') }"


async def first(seen: Seen) -> Panel:
    """Pay or withhold."""
    revenue = seen.turn.revenue if seen.turn else 0
    lines = [f"Revenue **{words.money(revenue)}**.", *compared(seen, revenue)]
    rows = (
        (
            Button(f"Pay {words.money(revenue // 10)} a share", "pay", style="good"),
            Button(f"Withhold {words.money(revenue)}", "withhold"),
        ),
    )
    return shared.panel(seen, "\n".join(lines), rows)


async def pay(seen: Seen, _args: str, _values: Sequence[str]) -> Moves:
    """Pay everything out."""
    return shared.tries(Dividend(seen.company.id, pay=True))


async def withhold(seen: Seen, _args: str, _values: Sequence[str]) -> Moves:
    """Withhold everything."""
    return shared.tries(Dividend(seen.company.id, pay=False))


VERBS: dict[str, Handler] = {"pay": pay, "withhold": withhold}
