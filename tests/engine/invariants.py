"""What must hold in every state of a game, whatever was played: nothing is lost or doubled."""

from __future__ import annotations

from collections import Counter

from engine import HomeQuestion, SettleQuestion, ledger, market
from engine.components import GIPR, components
from engine.state import Company, State


def check(state: State) -> None:
    """Assert that money, shares, cards, trains, tiles, stations and markers are accounted for."""
    printed = components()
    assert ledger.total(state) == printed.bank
    owners = [*state.players.values(), *state.companies.values()]
    assert all(o.cash >= 0 for o in owners)
    assert all(percent > 0 for o in owners for percent in o.shares.values())
    for company in state.companies.values():
        _company(state, company)
    converted = state.gipr.converted // 10 if state.gipr else 0
    bonds = state.bonds_in_bank + sum(o.bonds for o in owners)
    assert bonds + converted == printed.bonds or state.gipr is None
    trains = Counter(t.id for t in state.discard)
    trains.update(t.id for c in state.companies.values() for t in c.trains)
    trains.update(t.id for row in state.depot.values() for t in row)
    assert set(trains.values()) == {1}
    assert len(trains) == sum(k.count for k in printed.trains.values() if k.name == k.row)
    laid = Counter(number for number, _ in state.board.tiles.values())
    for tile in printed.tiles.values():
        assert state.board.supply[tile.number] + laid[tile.number] == tile.count, tile.number
        assert state.board.supply[tile.number] >= 0, tile.number
    _privates(state)
    _homes(state)
    markers = [c for row in state.track.values() for c in row]
    assert len(markers) == len(set(markers))
    assert set(markers) <= set(state.companies)


def _company(state: State, company: Company) -> None:
    owners = [*state.players.values(), *state.companies.values()]
    owned = sum(o.percent(company.id) for o in owners)
    assert company.ipo >= 0
    assert company.market >= 0
    assert company.ipo + company.market + owned == 100 + company.converted
    board = state.board
    standing = [n.hex for n in board.stations_of(company.id)]
    standing += [h for h, waiting in board.waiting.items() for c in waiting if c == company.id]
    if company.id != GIPR:
        assert len(standing) == len(set(standing)), f"{company.id} stands twice in a hex"
    assert sorted(standing) == sorted(company.station_order)
    assert company.stations_left >= 0
    assert len(company.trains) <= 2
    assert sum(t.info.phase_iv for t in company.trains) <= 1
    if company.director is not None:
        assert company.head == company.director
        assert state.players[company.director].percent(company.id) >= 20
    if company.floated and not state.ruleset.late_manager_has_no_marker:
        assert market.rank(state, company) is not None
    if market.rank(state, company) is not None:
        assert company.floated


def _homes(state: State) -> None:
    """Every home that is kept, waits, or is asked for has a place."""
    board = state.board
    needed: Counter[str] = Counter({hex_id: len(names) for hex_id, names in board.waiting.items()})
    needed.update({hex_id: len(names) for hex_id, names in board.reserved.items()})
    for question in state.pending:
        if isinstance(question, SettleQuestion):
            needed[question.hex] += sum(c not in question.guests for c in question.order)
        elif isinstance(question, HomeQuestion):
            home = state.companies[question.company].info.home
            needed.update([home] if home else [])
    free: Counter[str] = Counter()
    for node in board.all_cities():
        slots = node.free_slots()
        assert slots >= len(node.reserved), node
        free[node.hex] += slots
        needed[node.hex] += len(node.reserved)
    for hex_id, count in needed.items():
        assert free[hex_id] >= count, hex_id


def _privates(state: State) -> None:
    """A Private is in one place at most: owned, in a hand, a row, the Open Market or the draft."""
    places = Counter(p for o in state.companies.values() for p in o.privates)
    for player in state.players.values():
        places.update(player.privates)
        places.update(c for c in player.hand if c in components().privates)
    places.update(state.market_privates)
    places.update(c for row in state.ipo_rows for c in row if c in components().privates)
    assert all(n == 1 for n in places.values())
