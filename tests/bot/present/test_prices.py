"""What is said of a company without a train comes true at the end of its turn."""

import pytest

from bot.present.ask import what_now
from bot.present.prices import without_train
from bot.present.prospects import prospects
from engine.actions import Pass
from tests.engine.builders import Table


@pytest.mark.parametrize(
    ("price", "falls"), [(82, "to ₹76"), (56, "to ₹0 and the company **closes**")]
)
@pytest.mark.parametrize("guaranty", [False, True])
def test_the_fall_for_want_of_a_train(price: int, falls: str, *, guaranty: bool) -> None:
    told = f"Without a train the price falls {falls} at the end of the turn."
    table = Table("NWR")
    company = table.manage("NWR")
    table.price("NWR", price)
    company.guaranty = guaranty
    table.turn("NWR", "trains")
    assert without_train(company) == told
    assert what_now(table.game).endswith(f"`/pass`. {told}")
    while table.game.step in ("trains", "sell", "buy"):
        table.game.apply(Pass("NWR"))
    closed = table.state.companies.get("NWR") is None
    assert closed == (price == 56)
    assert closed or f"₹{company.price} " in told


def test_who_owns_a_train_is_told_nothing() -> None:
    table = Table("NWR")
    company = table.manage("NWR")
    table.train("NWR", "2")
    table.turn("NWR", "trains")
    assert without_train(company) == ""
    assert "Without a train" not in what_now(table.game)


@pytest.mark.parametrize(
    ("price", "guaranty", "told"),
    [
        (82, True, "the bank pays ₹4 a share, price unchanged; {}: ₹82 → ₹76)"),
        (82, False, "price ₹82 → ₹76; {}: ₹76 → ₹71)"),
        (58, False, "price ₹58 → ₹56; {}: ₹56 → ₹0)"),
        (56, False, "price ₹56 → ₹0)"),
    ],
)
def test_the_forecast_names_both_falls(price: int, told: str, *, guaranty: bool) -> None:
    table = Table("NWR")
    company = table.manage("NWR")
    table.price("NWR", price)
    company.guaranty = guaranty
    last = prospects(table.game, company, None)[-1]
    assert last.endswith(told.format("still without a train at the end of the turn"))
    table.train("NWR", "2")
    assert "without a train" not in prospects(table.game, company, None)[-1]
