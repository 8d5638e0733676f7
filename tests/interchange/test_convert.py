"""What single entries of a log say: whose station, of which kind, and what is not understood."""

from __future__ import annotations

from typing import Any

import pytest

from engine import SITE, RuleViolation
from engine.actions import BuyShare, Dividend, LayTile, PlaceHome, PlaceStation, RunTrains, Token
from engine.components import GIPR
from interchange.convert import Converter
from interchange.keys import READ
from tests.engine.builders import Table


def converter(table: Table) -> Converter:
    return Converter(table.game, {"1": 1, "2": 2, "3": 3})


def entry(type_: str, entity: str | int, **more: Any) -> dict[str, Any]:
    who = "player" if isinstance(entity, int) else "corporation"
    return {"type": type_, "entity": entity, "entity_type": who, "id": 7, **more}


def station_step(**more: Any) -> object:
    """What the log's station of GIPR in Lahore becomes."""
    table = Table(GIPR, "PNS", ruleset=SITE)
    table.manage(GIPR)
    table.turn(GIPR, "station")
    return converter(table).action(entry("place_token", GIPR, city="D3-0-0", slot=0, **more))


@pytest.mark.parametrize(
    ("more", "token"),
    [
        ({}, "ordinary"),
        ({"tokener": GIPR}, "ordinary"),
        ({"token_type": "normal"}, "ordinary"),
        ({"token_type": "exchange"}, "exchange"),
    ],
)
def test_a_station_is_of_the_kind_that_the_entry_names(more: dict[str, Any], token: Token) -> None:
    assert station_step(**more) == PlaceStation(GIPR, "D3", 0, 0, None, token)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"token_type": "neutral"}, "unknown kind 'neutral'"),
        ({"token_type": 5}, "unknown kind 5"),
        ({"tokener": "PNS"}, "places its own stations only"),
        ({"cost": 40}, "'cost', which this program does not know"),
    ],
)
def test_a_station_that_is_said_to_be_something_else_is_refused(
    more: dict[str, Any], words: str
) -> None:
    with pytest.raises(RuleViolation, match=words):
        station_step(**more)


@pytest.mark.parametrize("tokener", [None, GIPR, "NWR"])
def test_a_third_layers_answer_is_for_the_first_station_whatever_tokener_says(
    tokener: str | None,
) -> None:
    """`tokener` names the layer, the company whose station it is, or nobody."""
    table = Table("NWR", "SPD", ruleset=SITE)
    table.manage(GIPR, head=2)
    table.manage("SPD")
    table.manage("NWR")
    table.turn(GIPR)
    table.state.board.reach(GIPR).edges["G8"] = 63
    log = converter(table)
    tile = entry("lay_tile", GIPR, hex="G8", tile="235-0", rotation=1)
    for raw in (tile, entry("place_token", GIPR, city="235-0-1", slot=0, tokener=tokener)):
        action = log.action(raw)
        assert action is not None
        table.game.apply(action)
        log.took(raw)
    assert table.standing("G8") == [[None], ["NWR"]]
    last = entry("place_token", GIPR, city="235-0-0", slot=0, tokener=GIPR)
    assert not log.stands(last)
    assert log.action(last) == PlaceHome("SPD", "G8", 0, 0)


def test_a_station_that_went_by_itself_is_noted_for_its_own_city_only() -> None:
    table = Table("WR")
    table.manage("WR")
    table.turn("WR")
    log = converter(table)
    assert log.stands(entry("place_token", "WR", city="D17-0-0", slot=0))
    assert not log.stands(entry("place_token", "WR", city="D23-0-0", slot=0))


SAID = [
    (entry("dividend", "WR", kind="payout"), Dividend("WR", True)),
    (entry("run_routes", "WR", routes=[]), RunTrains("WR", ())),
    (entry("lay_tile", "WR", hex="D17", tile="57-0", rotation=0), LayTile("WR", "D17", "57", 0)),
    (entry("buy_shares", 1, shares=["WR_1"], percent=10, share_price=64), BuyShare(1, "WR")),
]


@pytest.mark.parametrize(("raw", "action"), SAID)
def test_what_an_entry_says_beyond_what_is_read_is_refused(
    raw: dict[str, Any], action: object
) -> None:
    table = Table("WR")
    table.manage("WR")
    table.turn("WR")
    log = converter(table)
    silent: dict[str, Any] = {
        "combos": None,
        "extra": [],
        "swap": False,
        "user": 5,
        "created_at": 1,
    }
    assert log.action({**raw, **silent}) == action
    with pytest.raises(RuleViolation, match=f"{raw['type']} carries 'extra', which"):
        log.action({**raw, "extra": "more"})


def test_a_price_of_a_share_that_is_not_its_price_is_refused() -> None:
    table = Table("WR")
    table.manage("WR")
    raw = entry("buy_shares", 1, shares=["WR_1"], percent=10, share_price=61)
    with pytest.raises(RuleViolation, match="costs ₹64, not ₹61"):
        converter(table).action(raw)


def test_the_keys_that_are_read_are_those_of_entries_that_are_known() -> None:
    known = set(converter(Table("WR"))._forms)
    assert set(READ) == known | {"undo", "redo"}
