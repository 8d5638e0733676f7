"""Step 4 in the panel: both choices side by side."""

from __future__ import annotations

from collections.abc import Sequence

from bot.present import words
from cogs.turn.panel import Button, Handler, Moves, Panel, Seen
from cogs.turn.steps import shared
from engine import guaranty, price_steps
from engine.actions import Dividend
from engine.components import components
from engine.state import SHARE, Company


def compared(seen: Seen, revenue: int) -> list[str]:
    """What paying and withholding bring: to each owner, the treasury, the price."""
    company = seen.company
    share = revenue // 10
    own = company.percent(company.id) // SHARE * share
    names = words.names(seen.game.state)
    owners = [
        f"{words.entity(names, owner.id)} {words.money(owner.percent(company.id) // SHARE * share)}"
        for owner in seen.game.state.owners()
        if owner.percent(company.id) and owner.id != company.id
    ]
    kept = (
        ""
        if not company.guaranty
        else (f"the bank pays {words.money(guaranty(company.price))} a share, ")
    )
    paid = (
        f"Pay {words.money(share)} a share: {', '.join(owners) or 'no owner'}; treasury "
        f"{words.money(company.cash + own)}, {moved(company, revenue)}."
    )
    withheld = (
        f"Withhold: {kept}treasury {words.money(company.cash + revenue)}, "
        f"{'price unchanged' if company.guaranty else moved(company, 0)}."
    )
    return [paid, withheld]


def moved(company: Company, paid: int) -> str:
    """Where the price goes when ₹ `paid` are paid out in all."""
    prices = components().prices
    index = company.price_index + price_steps(paid, company.price)
    new = prices[max(0, min(index, len(prices) - 1))]
    if new == company.price:
        return "price unchanged"
    end = ", which ends the game with this Operating Round" if new >= 400 else ""
    closes = ", which closes the company" if new == 0 else ""
    return f"price {words.money(company.price)} → {words.money(new)}{end}{closes}"


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
