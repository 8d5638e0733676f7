"""What a company would earn with one thing more: a train on sale, a station, a tile.

Each is tried by itself on a copy, and the best runs are searched there: what is found is exact, and
what the time did not suffice for is said. Most tiles leave the company's network as it was, or make
the same of it as another, so few searches tell of all.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Hashable, Iterator
from copy import copy
from dataclasses import dataclass, replace
from typing import Literal

from engine.actions import LayTile
from engine.components import components
from engine.legal import City, Lay
from engine.questions import home
from engine.routes import best_runs, network_of
from engine.state import Company, State, Train, frozen, thawed
from engine.steps import station, track, trains
from engine.turn import Turn

Clock = Callable[[], float]
What = str | City | Lay
Kind = Literal["trains", "stations", "tiles"]
KINDS: tuple[Kind, ...] = ("trains", "stations", "tiles")
FEW = 3
"""So many of the tiles that add most are named."""


@dataclass(frozen=True, slots=True)
class Gain:
    """With `what` (a kind of train, a city, a tile), for ₹ `cost`, the best run earns `revenue`.

    `proved` is false where more may be earned: the search ran out of time.
    """

    what: What
    cost: int
    revenue: int
    proved: bool


@dataclass(frozen=True, slots=True)
class Outlook:
    """`now` in ₹ is the best run as things stand; the others what one thing more would make it.

    `tiles` are the few that add most, the best first and one for each hex; `untried` counts the
    stations and tiles that the time did not suffice for.
    """

    now: int
    trains: tuple[Gain, ...]
    stations: tuple[Gain, ...]
    tiles: tuple[Gain, ...]
    untried: int = 0


def outlook(
    state: State,
    company: str,
    seconds: float,
    clock: Clock = time.perf_counter,
    kinds: Collection[Kind] = KINDS,
) -> Outlook:
    """Try the trains first, then the stations, then the tiles, for at most `seconds`.

    Of these only the `kinds` that are named.

    The state is not changed; nothing else may change it meanwhile.
    """
    search = _Search(state, company, clock() + seconds, clock)
    now = search.now
    found = Outlook(now[0], tuple(search.trains()) if "trains" in kinds else (), (), ())
    stations = list(search.stations()) if "stations" in kinds else []
    tiles = list(search.tiles()) if "tiles" in kinds else []
    best_in: dict[str, Gain] = {}
    for gain in sorted(tiles, key=lambda gain: (-gain.revenue, gain.cost)):
        if isinstance(gain.what, Lay) and gain.revenue > now[0]:
            best_in.setdefault(gain.what.hex, gain)
    few = tuple(best_in.values())[:FEW]
    return replace(found, stations=tuple(stations), tiles=few, untried=search.untried)


class _Search:
    def __init__(self, state: State, company: str, until: float, clock: Clock) -> None:
        self.state, self.name = state, company
        self.untried = 0
        self._until, self._clock = until, clock
        self._frozen = frozen(state)
        self.now = self.earned(state)

    @property
    def left(self) -> float:
        """Seconds."""
        return self._until - self._clock()

    def earned(self, state: State) -> tuple[int, bool]:
        """₹ of the best run in a state, and whether that is proved."""
        company = state.companies[self.name]
        if not company.trains:
            return 0, True
        found = best_runs(state, company, max(0.01, self.left), alternatives=0)
        return found.best.total, found.proved

    def copy(self) -> tuple[State, Company]:
        """A state to try something on, and the company in it."""
        state = thawed(self._frozen)
        return state, state.companies[self.name]

    def trains(self) -> Iterator[Gain]:
        """What the bank sells new or from the discard, each kind once, whatever is in cash."""
        company = self.state.companies[self.name]
        kinds = {
            kind.name: kind
            for train in [*trains.on_sale(self.state), *self.state.discard]
            for kind in trains.kinds_of(train.info.row)
            if trains.hold_fault(company, kind) is None
        }
        for kind in sorted(kinds.values(), key=lambda kind: (kind.price, kind.name)):
            if self.left <= 0:
                return
            state, own = self.copy()
            own.trains.append(Train("", kind.name))
            yield Gain(kind.name, kind.price, *self.earned(state))

    def stations(self) -> Iterator[Gain]:
        """Each city in which the company could build its next station."""
        company = self.state.companies[self.name]
        cost = company.next_station_cost
        if cost is None:
            return
        for node in station.open_cities(self.state, company):
            if self.left <= 0:
                self.untried += 1
                continue
            state, _ = self.copy()
            there = state.board.city(node.hex, node.index)
            if there is not None:
                state.board.place(there, self.name, None)
                yield Gain(City(node.hex, node.index), cost, *self.earned(state))

    def tiles(self) -> Iterator[Gain]:
        """Each tile that could begin the company's track step, those with stops first.

        Tiles after which the company's trains can meet the same are searched once.
        """
        company, tiles = self.state.companies[self.name], components().tiles
        lays = list(track.lays(self.state, Turn(self.name), company))
        lays.sort(key=lambda lay: not tiles[lay.tile].cities + tiles[lay.tile].towns)
        known = {self._likeness(self.state): self.now}
        for lay in lays:
            if self.left <= 0:
                self.untried += 1
                continue
            cost, state = self._laid(lay)
            likeness = self._likeness(state)
            if likeness not in known:
                known[likeness] = self.earned(state)
            yield Gain(lay, cost, *known[likeness])

    def _laid(self, lay: Lay) -> tuple[int, State]:
        """What the tile costs, and a state with its board; nothing else is changed in it."""
        tile, here = track.known(LayTile(self.name, *lay))
        cost = track.lay_cost(self.state, Turn(self.name), tile, here, lay.rotation)
        if home.is_double(here.id) and self.state.board.is_empty(here.id):
            state, own = self.copy()  # stations are placed with the tile
            track.lay(state, Turn(self.name), own, LayTile(self.name, *lay))
            return cost, state
        state = copy(self.state)
        state.board = self.state.board.fork()
        state.board.lay(*lay, self.state.markers_allowed)
        return cost, state

    def _likeness(self, state: State) -> Hashable:
        network = network_of(state.board, state.jewelry, state.ruleset.junction_twice)
        return network.likeness(self.name)
