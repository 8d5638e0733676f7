"""Boards of recorded made games as views, for tests and benchmarks."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.components import components, neighbor_edge
from render.track import Track, printed_track, tile_track
from render.view import (
    BoardView,
    GaugeMarker,
    Heading,
    Home,
    Laid,
    Marker,
    MarketView,
    Station,
    Waiting,
)

DATA = Path(__file__).parent / "data"
NAMES = ("early-306", "end-304", "end-306", "end-353")


def read(name: str) -> dict[str, Any]:
    """What was recorded of a board."""
    found: dict[str, Any] = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    return found


def track_of(view: BoardView, hex_id: str) -> Track:
    """The track on a hex of a board."""
    laid = view.tiles.get(hex_id)
    return tile_track(laid.tile, laid.rotation) if laid else printed_track(hex_id)


def load(name: str) -> BoardView:
    """A recorded board as a whole map; stations fill the cities of their hex in order."""
    state = read(name)
    parts = components()
    tiles = {}
    for hex_id, text in state["tiles"].items():
        number, rotation = text.split("/")
        tiles[hex_id] = Laid(number, int(rotation))
    view = BoardView(tiles=tiles)
    used: Counter[tuple[str, int]] = Counter()
    stations: list[Station] = []
    waiting: list[Waiting] = []
    for company, record in state["companies"].items():
        for hex_id in record["stations"]:
            cities = [n for n in track_of(view, hex_id).nodes if n.kind == "city"]
            if parts.hexes[hex_id].label == "OO" and hex_id not in tiles:
                waiting.append(Waiting(hex_id, company))
                continue
            city = next((n for n in cities if used[hex_id, n.index] < n.slots), cities[0])
            stations.append(Station(hex_id, city.index, used[hex_id, city.index], company))
            used[hex_id, city.index] += 1
    homes = [
        Home(parts.companies[c].home or "", parts.companies[c].home_city, c)
        for c, record in state["companies"].items()
        if not record["floated"] and parts.companies[c].home
    ]
    holders = {k: c for c, record in state["companies"].items() for k in record["concessions"]}
    claimed = {c.source: holders[c.commodity] for c in parts.commodities if c.commodity in holders}
    return replace(
        view,
        stations=tuple(stations),
        waiting=tuple(waiting),
        homes=tuple(homes),
        gauge_markers=tuple(_marker(pair) for pair in state["gauge_changes"]),
        claimed=claimed,
        jewelry=state["jewelry"],
        jewelry_holder=holders.get("JEWELRY"),
        provinces=state["phase"] != "IV",
    )


def _marker(pair: str) -> GaugeMarker:
    one, other = pair.split("-")
    neighbors = components().hexes[one].neighbors
    return GaugeMarker(one, next(e for e, h in neighbors.items() if h == other))


def network(view: BoardView, company: str) -> BoardView:
    """All track joined to a company's stations, cut to what can be read, the rest washed out."""
    own = {s.hex for s in view.stations if s.company == company}
    found = set(own)
    edges = [(h, e) for h in sorted(found) for e in track_of(view, h).arms]
    seen = set(edges)
    while edges:
        hex_id, edge = edges.pop()
        beyond = components().hexes[hex_id].neighbors.get(edge)
        there = neighbor_edge(edge)
        if beyond is None or there not in track_of(view, beyond).arms:
            continue
        found.add(beyond)
        for nearby in track_of(view, beyond).arms:
            if (beyond, nearby) not in seen:
                seen.add((beyond, nearby))
                edges.append((beyond, nearby))
    weights = dict.fromkeys(sorted(found), 1) | dict.fromkeys(sorted(own), 6)
    name = components().companies[company].name
    return replace(
        view,
        focus=weights,
        network=frozenset(found),
        colour=frozenset(found),
        heading=Heading(name, "OR 4.1 · Phase III", company, ("₹188, trains 3, 2",), ("Ore",)),
    )


def share_track(name: str) -> MarketView:
    """The share prices of a recorded game, with moves and dividends made up."""
    spaces: dict[int, list[tuple[int, str]]] = {}
    unfloated = []
    for company, record in read(name)["companies"].items():
        if record["rank"] is None:
            unfloated.append(company)
        else:
            spaces.setdefault(record["price"], []).append((record["rank"], company))
    return MarketView(
        {
            price: tuple(Marker(c, rank % 3 - 1, 3 * rank) for rank, c in sorted(found))
            for price, found in spaces.items()
        },
        tuple(unfloated),
        closed=("WIP", "TR"),
    )
