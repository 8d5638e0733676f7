"""What followed a move by itself is told: in the player's own panel, and in the next call."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.present.digest import digest
from cogs.turn.panel import Seen
from cogs.turn.steps import shared
from engine.actions import Pass
from tests.engine.builders import Table

FELL = "earned nothing (no train); price ₹100 → ₹90"


def seen_of(table: Table) -> Seen:
    """The panel's view of a table."""
    live = cast("Any", SimpleNamespace(offer=None, game=table.game))
    return Seen(live, table.game, table.game.player_to_act or 0)


def trainless(*companies: str) -> Table:
    """Companies at ₹100 with money and no train, the first in its track step."""
    table = Table(*companies)
    for number, company in enumerate(companies, 1):
        table.manage(company, number)
        table.price(company, 100)
        table.station(company, table[company].info.home or "")
    table.turn(companies[0])
    return table


@pytest.mark.parametrize("guaranty", [False, True])
def test_a_pass_tells_what_followed_in_the_panel(*, guaranty: bool) -> None:
    table = trainless("NWR")
    table["NWR"].guaranty = guaranty
    table.game.apply(Pass("NWR"))
    while table.game.step in ("track", "station"):
        table.game.apply(Pass("NWR"))
    told = shared.so_far(seen_of(table)).splitlines()
    if guaranty:
        assert told[1].startswith("✓ Earned nothing (no train); the bank pays the guaranty, ₹5 a")
    else:
        assert told[1:] == [f"✓ {FELL.capitalize()}"]


def test_the_call_tells_a_price_that_fell() -> None:
    table = trainless("NWR")
    while table.game.step in ("track", "station"):
        table.game.apply(Pass("NWR"))
    before, asha = SimpleNamespace(seat=2), SimpleNamespace(seat=1)
    passes = table.game.history
    live = SimpleNamespace(
        game=SimpleNamespace(state=table.state, history=[passes[0], *passes]),
        movers=[before, *(asha for _ in passes)],
    )
    assert digest(cast("Any", live), 2) == [f"**NWR** {FELL}"]
