"""The commands that a panel and `/status` name are possible at that moment."""

from __future__ import annotations

from bot.present.ask import what_now
from cogs.turn.showing import small_print
from engine import Border
from tests.engine.builders import Table


def named(table: Table) -> str:
    """The commands that the panel names."""
    return small_print(table.game.step or "", table.game.legal())


def operating(step: str) -> Table:
    """A company with money and its home station, in a step."""
    table = Table("NWR")
    table.manage("NWR")
    table.station("NWR", table["NWR"].info.home or "")
    table.turn("NWR", step)
    return table


def test_a_private_is_named_where_somebody_can_use_one() -> None:
    table = operating("track")
    assert named(table) == "-# By command: `/track lay`, `/pass`"
    table.private("NWR", "P4")
    assert named(table) == "-# By command: `/track lay`, `/private use`, `/pass`"
    table = operating("station")
    table.private("NWR", "P2", "P5")
    assert "`/private use` for P5 (a free station anywhere)." in what_now(table.game)
    table["NWR"].stations_used = table["NWR"].stations_used + table["NWR"].stations_left
    assert "`/private use`" not in what_now(table.game)
    table = operating("trains")
    table.private("NWR", "P6")
    assert "`/private use`" in named(table)


def test_a_marker_is_named_where_one_may_be_removed() -> None:
    table = operating("track")
    table.phase("IV")
    assert "unmark" not in named(table)
    legal = table.game.legal()
    assert legal
    legal.unmark = [Border("D23", 0)]
    assert "`/track unmark`" in small_print("track", legal)


def test_a_conversion_is_named_where_it_is_possible() -> None:
    table = Table("NWR", "GIPR")
    table.manage("GIPR", 1)
    table.manage("NWR", 2)
    table.phase("IV")
    table.turn("NWR", "buy")
    assert "convert" not in named(table)
    assert "convert" not in what_now(table.game)
    table["NWR"].bonds = 1
    assert "`/certificate convert`" in named(table)
    assert "`/certificate convert`" in what_now(table.game)
    table["NWR"].cash = 0
    assert "convert" not in named(table)
