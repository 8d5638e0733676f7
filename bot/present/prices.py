"""What a revenue does to a company's price, as a number and in words."""

from __future__ import annotations

from bot.present import words
from engine import price_steps
from engine.components import components
from engine.state import Company


def price_after(company: Company, revenue: int) -> int:
    """The price in ₹ after a dividend of ₹ `revenue` in all (1.6.4); 0: nothing was paid."""
    prices = components().prices
    index = company.price_index + price_steps(revenue, company.price)
    return prices[max(0, min(index, len(prices) - 1))]


def price_change(company: Company, revenue: int) -> str:
    """The move of the price in words."""
    new = price_after(company, revenue)
    if new == company.price:
        return "price unchanged"
    return f"price {words.money(company.price)} → {words.money(new)}"
