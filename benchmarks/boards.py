"""Boards to measure on: all train runs of recorded games, and denser boards."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engine import RULEBOOK, SITE
from engine.components import EDGES, Tile, components
from engine.hexsides import exit_of, opposite
from engine.routes.graph import network_of
from engine.state import Company, State, Train
from engine.steps.track import suits, upgrade_fault, yellow_fault
from interchange.replay import Replay
from interchange.site_log import parse

TWO_EXPRESSES = (("4E", "4E"), ("4E", "4Ex2"), ("4E", "4Ex3"))
OTHERS = (("4E", "4x2"), ("4E", "3x3"), ("4", "4Ex3"), ("4", "4x3"), ("3", "4Ex2"), ("4", "4"))


@dataclass(frozen=True, slots=True)
class Case:
    """A company about to run. `name` tells where it comes from."""

    name: str
    state: State
    company: Company

    @property
    def cycles(self) -> int:
        """Edges − nodes + 1 of the network that the company reaches."""
        view = network_of(
            self.state.board, self.state.jewelry, self.state.ruleset.junction_twice
        ).view(self.company.id)
        return view.edges.bit_count() - view.nodes.bit_count() + 1


def recorded(folder: Path) -> Iterator[Case]:
    """Every train run of every recorded game in the folder, the state being that before the run."""
    for path in sorted(folder.glob("*.json")):
        rules = SITE if path.name.startswith("real-") else RULEBOOK
        replay = Replay(parse(path.read_bytes()), rules)
        steps = replay.steps()
        for n, raw in enumerate(replay.entries, 1):
            if raw["type"] == "run_routes":
                state = replay.game.state
                yield Case(f"{path.stem} {n}", state, state.companies[raw["entity"]])
            next(steps)


def dense(folder: Path, count: int, seed: int = 18) -> Iterator[Case]:
    """Late recorded boards with further legal lays, and companies with the strongest trains."""
    late: dict[str, bytes] = {}
    for case in recorded(folder):
        late[case.name.split()[0]] = pickle.dumps(case.state)
    names = sorted(late)
    rng = random.Random(seed)  # noqa: S311 — boards are drawn, not secrets
    for i in range(count):
        name = rng.choice(names)
        state: State = pickle.loads(late[name])  # noqa: S301 — made above
        lays = rng.randint(20, 100)
        grow(state, rng, lays)
        running = [c for c in state.companies.values() if state.board.stations_of(c.id)]
        company = rng.choice(running)
        kinds = rng.choice(TWO_EXPRESSES if i % 2 else OTHERS)
        company.trains = [Train(f"{kind}-{j}", kind) for j, kind in enumerate(kinds)]
        yield Case(f"{name} +{lays} {company.id} {'+'.join(kinds)}", state, company)


def grow(state: State, rng: random.Random, lays: int) -> None:
    """Lay tiles as the rules of track allow, for companies drawn by lot; money is no matter."""
    companies = [c for c in state.companies if state.board.stations_of(c)]
    for _ in range(lays):
        company = rng.choice(companies)
        hexes = sorted(state.board.reach(company).edges)
        rng.shuffle(hexes)
        lay = next((found for h in hexes if (found := _lay(state, company, h, rng))), None)
        if lay:
            state.board.lay(*lay, state.markers_allowed)


def _lay(
    state: State, company: str, hex_id: str, rng: random.Random
) -> tuple[str, str, int] | None:
    """A legal lay in the hex: of a few drawn by lot the one that joins most track."""
    here = components().hexes[hex_id]
    old = state.board.tile(hex_id)
    fault = upgrade_fault if old else yellow_fault
    fits = [
        (hex_id, tile.number, r)
        for tile in _made_for(hex_id, old.number if old else None)
        if state.board.supply[tile.number]
        for r in EDGES
        if fault(state, company, tile, here, r) is None
    ]
    if not fits:
        return None
    drawn = rng.sample(fits, min(4, len(fits)))
    return max(drawn, key=lambda lay: _joins(state, lay))


@cache
def _made_for(hex_id: str, old: str | None) -> list[Tile]:
    """The tiles that may be laid in the hex, or over the old one in it."""
    tiles, here = components().tiles, components().hexes[hex_id]
    upgrades = tiles[old].upgrades if old else ()
    return [t for t in tiles.values() if (t.number in upgrades if old else suits(t, here))]


def _joins(state: State, lay: tuple[str, str, int]) -> int:
    """How many sides of the hex the tile would join to track."""
    hex_id, number, rotation = lay
    sides = [
        exit_of(hex_id, e) for e in EDGES if components().tiles[number].masks[rotation] >> e & 1
    ]
    return sum(state.board.owner[opposite()[x]] is not None for x in sides)
