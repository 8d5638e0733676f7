"""Sets of routes as they are offered: found by the search, checked and valued by the engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.actions import Route, RunTrains
from engine.hexsides import exit_place
from engine.node import Node
from engine.routes.enumerate import Found
from engine.routes.graph import Network
from engine.state import Company, State, Train
from engine.steps.run import RunRoute, check_routes, claims


@dataclass(frozen=True, slots=True)
class RunPlan:
    """A set of routes: `routes` as an action takes them, `runs` the same as the engine reads them.

    `total` in ₹; `claims` are the sources of the commodities whose concessions it would take.
    """

    routes: tuple[Route, ...]
    runs: tuple[RunRoute, ...]
    total: int
    claims: tuple[str, ...]

    def action(self, company: str) -> RunTrains:
        """The action that runs it."""
        return RunTrains(company, self.routes)

    def earns_by(self) -> tuple[object, ...]:
        """What it earns by: of each train its kind, the stops paid, the bonuses; in no order.

        Two plans that agree in this differ in track only.
        """
        return tuple(
            sorted(
                (
                    run.train.kind,
                    tuple(sorted((n.hex, n.index) for n, paid in run.revenue.stops if paid)),
                    tuple(sorted(b.name for b in run.revenue.bonuses)),
                )
                for run in self.runs
            )
        )


def plan_of(
    state: State,
    company: Company,
    network: Network,
    trains: Sequence[Train],
    chosen: Sequence[Found],
) -> RunPlan:
    """The plan of one found route for each train; a train without one stays at home."""
    routes = []
    for train, found in zip(trains, chosen, strict=True):
        if found.edges:
            nodes, exits = network.walk(found.edges)
            routes.append(route_over(train.id, nodes[0], exits))
    return checked_plan(state, company, routes)


def checked_plan(state: State, company: Company, routes: Sequence[Route]) -> RunPlan:
    """The plan of given routes. Raises RuleViolation for the first fault."""
    runs = tuple(check_routes(state, company, routes))
    valued = tuple(
        Route(r.train, r.start, r.sides, run.revenue.total)
        for r, run in zip(routes, runs, strict=True)
    )
    return RunPlan(valued, runs, sum(run.revenue.total for run in runs), claims(state, runs))


def route_over(train: str, start: Node, exits: Sequence[int]) -> Route:
    """A route from a city over the given exits."""
    sides = tuple("{}/{}".format(*exit_place(x)) for x in exits)
    return Route(train, f"{start.hex}-{start.index}", sides)
