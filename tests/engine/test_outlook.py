"""1.6: what one thing more would add is what the game itself gives when it is done."""

from __future__ import annotations

import pytest

from engine import City, Game, Lay, OperatingRound, outlook
from engine.actions import BuyTrain, LayTile, PlaceStation
from engine.routes import best_runs
from tests.bot.present.recorded import game_at
from tests.engine.fingerprint import fingerprint

LONG = 120.0
NAME = "made-353-3p-mixed"


def earned(game: Game, company: str) -> int:
    return best_runs(game.state, game.state.companies[company], LONG).best.total


def on_track(at: int) -> tuple[Game, str]:
    """The recorded game at the first track step from a move on, and whose it is."""
    game = game_at(NAME, at)
    round_ = game.state.round
    assert isinstance(round_, OperatingRound)
    assert round_.turn is not None
    assert round_.turn.step == "track"
    return game, round_.turn.company


@pytest.mark.parametrize("at", [364, 532, 802])
def test_1_6_1_a_tile_adds_what_it_adds_when_it_is_laid(at: int) -> None:
    game, company = on_track(at)
    state = game.fork()
    before = fingerprint(state)
    found = outlook(state, company, LONG)
    assert fingerprint(state) == before
    assert found.untried == 0
    assert found.now == earned(game, company)
    legal = game.legal()
    assert legal is not None
    best: dict[str, int] = {}
    for lay in legal.lay:
        other = game.copy()
        other.apply(LayTile(company, *lay))
        best[lay.hex] = max(best.get(lay.hex, 0), earned(other, company))
    adding = sorted((total for total in best.values() if total > found.now), reverse=True)
    assert [gain.revenue for gain in found.tiles] == adding[: len(found.tiles)]
    assert len(found.tiles) == min(3, len(adding))
    for gain in found.tiles:
        assert isinstance(gain.what, Lay)
        other = game.copy()
        other.apply(LayTile(company, *gain.what))
        treasury = game.state.companies[company].cash - other.state.companies[company].cash
        assert gain.cost == treasury
        assert gain.revenue == earned(other, company)


def test_1_6_2_a_station_adds_what_it_adds_when_it_is_built() -> None:
    game = game_at(NAME, 804)
    company = str(game.actor)
    found = outlook(game.fork(), company, LONG)
    legal = game.legal()
    assert legal is not None
    assert {gain.what for gain in found.stations} == set(legal.stations)
    for gain in found.stations:
        assert isinstance(gain.what, City)
        other = game.copy()
        other.apply(PlaceStation(company, gain.what.hex, gain.what.number))
        assert gain.revenue == earned(other, company)
        paid = game.state.companies[company].cash - other.state.companies[company].cash
        assert gain.cost == paid


def test_1_6_5_a_train_adds_what_it_adds_when_it_is_bought() -> None:
    game = game_at(NAME, 637)
    company = str(game.actor)
    found = outlook(game.fork(), company, 0.0)
    assert found.untried > 0
    found = outlook(game.fork(), company, LONG)
    legal = game.legal()
    assert legal is not None
    offered = {offer.kind: offer.lowest for offer in legal.buy_train if offer.seller == "bank"}
    gains = {gain.what: gain for gain in found.trains}
    assert set(offered) <= set(gains)
    for kind, price in offered.items():
        other = game.copy()
        there = [*other.state.discard, *(t for row in other.state.depot.values() for t in row)]
        train = next(t for t in there if t.info.row == kind.replace("E", ""))
        other.apply(BuyTrain(company, train.id, price, kind))
        assert gains[kind].revenue == earned(other, company)
        assert gains[kind].cost == price
