"""Random small networks: real tiles, several stations, markers, commodities, trains."""

from __future__ import annotations

import random

from benchmarks.boards import grow
from engine import RULESETS
from engine.components import components
from engine.hexsides import canonical
from engine.setup import new_state
from engine.state import Company, State, Train

KINDS = tuple(components().trains)


def random_network(seed: int, kinds: tuple[str, ...] | None = None) -> tuple[State, Company]:
    """A board with a few tiles around the stations of a company that has one or two trains."""
    rng = random.Random(seed)
    rules = rng.choice(sorted(RULESETS))
    state = new_state(seed, ["A", "B", "C"], RULESETS[rules])
    board = state.board
    ids = sorted(state.companies)
    company = state.companies[rng.choice(ids)]
    start = rng.choice([n for n in board.all_cities() if n.piece.revenue])
    board.place(start, company.id)
    grow(state, rng, rng.randint(6, 24))
    _add_stations(state, company, rng, own=rng.randint(0, 3))
    grow(state, rng, rng.randint(3, 24))
    _close_cities(state, rng)
    joined = sorted(
        {
            canonical(x)
            for node in board.owner
            if node
            for x, far in zip(node.exits, node.far, strict=True)
            if far >= 0 and board.owner[far]
        }
    )
    board.markers = set(rng.sample(joined, min(len(joined), rng.randint(0, 3))))
    board.changed()
    sources = sorted(c.source for c in components().commodities)
    state.jewelry = rng.choice([None, *sorted(board.tiles)])
    state.unclaimed = rng.sample(sources, rng.randint(0, len(sources)))
    left = [s for s in sources if s not in state.unclaimed]
    company.concessions = rng.sample(left, rng.randint(0, len(left)))
    chosen = kinds or tuple(rng.choices(KINDS, k=rng.randint(1, 2)))
    company.trains = [Train(f"{kind}-{i}", kind) for i, kind in enumerate(chosen)]
    return state, company


def _add_stations(state: State, company: Company, rng: random.Random, own: int) -> None:
    reached = [n for n in state.board.reach(company.id).nodes if n.kind == "city"]
    for node in rng.sample(reached, min(len(reached), own)):
        if not node.has(company.id):
            state.board.place(node, company.id)


def _close_cities(state: State, rng: random.Random) -> None:
    """Fill some cities with stations of others."""
    others = sorted(state.companies)
    for node in list(state.board.all_cities()):
        if node.exits and rng.random() < 0.15:
            free = [c for c in others if not node.has(c)]
            for company in free[: node.free_slots()]:
                state.board.place(node, company)
