"""What a revenue does to a company's price, as a number and in words."""

from __future__ import annotations

from bot.present import words
from engine import price_steps
from engine.components import components
from engine.state import Company


def price_after(company: Company, revenue: int) -> int:
    """The price in ₹ after a dividend of ₹ `revenue` in all (1.6.4); 0: nothing was paid."""
    return price_moved(company, price_steps(revenue, company.price))


def price_moved(company: Company, steps: int) -> int:
    """The price in ₹ when the marker has moved `steps` to the right (negative: left)."""
    prices = components().prices
    return prices[max(0, min(company.price_index + steps, len(prices) - 1))]


def price_change(company: Company, revenue: int) -> str:
    """The move of the price in words."""
    new = price_after(company, revenue)
    if new == company.price:
        return "price unchanged"
    return f"price {words.money(company.price)} → {words.money(new)}"


def without_train(company: Company) -> str:
    """What the end of its turn does to a company without a train (1.6.4.4); "" if it owns one."""
    if company.trains:
        return ""
    falls = (
        f"the price falls to {words.money(new)}" if (new := price_moved(company, -1)) else CLOSES
    )
    return f"Without a train {falls} at the end of the turn."


CLOSES = "the price falls to ₹0 and the company **closes**"
