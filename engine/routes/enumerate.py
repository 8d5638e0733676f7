"""All routes of one train: every simple path through a station, found once, two arms from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.routes.graph import Step, View
from engine.routes.worth import Worth

UNLIMITED = 1 << 30


class Found(NamedTuple):
    """A route: what it earns in ₹, and the bits of its edges (which are the route).

    `visited` are its cities and `marks` what it meets; they tell what a train of another kind that
    takes the same routes would earn. They are 0 where nobody asks.
    """

    value: int
    edges: int
    visited: int = 0
    marks: int = 0


NO_ROUTE = Found(0, 0)
"""The train that stays at home."""


def revalued(worth: Worth, routes: Sequence[Found]) -> list[Found]:
    """Routes that an express found, as another kind of express would run them."""
    bonuses = {marks: worth.bonus_worth(marks) for marks in {r.marks for r in routes}}
    return [Found(worth.of(r.visited) + bonuses[r.marks], r.edges) for r in routes]


def extend(  # noqa: C901 — one walk, kept in one piece for its speed
    view: View,
    worth: Worth,
    tick: Callable[[], None],
    found: list[Found],
    alike: Sequence[Worth] = (),
) -> None:
    """Append every route of the train to `found`, in a fixed order.

    `tick` is called at every step and may raise; what was found by then is in the list. A route is
    left out when it earns no more than the same route without its last city: that uses less track.
    It is kept when it earns more for a train of `alike`, the other kinds that take the same routes
    (all of them express).

    A station is the root of all routes that pass it but none of the stations before it: those are
    shut. A route with its root inside has two arms; the one over the earlier exit is walked first.
    """
    steps = view.steps
    city_worth, cities = worth.city_worth, worth.cities
    bonus_worth, bonuses = worth.bonus_worth, worth.bonuses
    per_town = worth.towns
    express = worth.kind.express

    def walk(
        ways: Sequence[Step],
        second: Sequence[Step],
        shut: int,
        visited: int,
        edges: int,
        left: int,
        towns: int,
        marks: int,
        before: int,
    ) -> None:
        """Take each of the `ways` on; `second` are those from the root to a second arm.

        `left` are the stops that the train has left, `before` what the route earned so far.
        """
        tick()
        for edge, to, here, closes, city, passes, markers, pays, met in ways:
            if shut & here:
                continue
            rest = left if express else left - markers - (city != 0)
            if rest < (not city):
                continue
            track = edges | edge
            money = towns + pays
            all_marks = marks | met
            if not city:
                walk(
                    steps[to], second, shut | closes, visited, track, rest, money, all_marks, before
                )
                continue
            now = visited | city
            value = cities.get(now)
            if value is None:
                value = city_worth(now)
            bonus = bonuses.get(all_marks)
            if bonus is None:
                bonus = bonus_worth(all_marks)
            value += money * per_town + bonus
            if value > before or any(w.of(now) > w.of(visited) for w in alike):
                found.append(Found(value, track, now, all_marks))
            if rest:
                closed = shut | closes
                if passes:
                    walk(steps[to], second, closed, now, track, rest, money, all_marks, value)
                if second:
                    walk(second, (), closed, now, track, rest, money, all_marks, value)

    used = 0
    for root in view.stations:
        city = 1 << root
        start = view.shut[root] | used
        stops = UNLIMITED if express else worth.kind.cities - 1
        ways = steps[root]
        for i, way in enumerate(ways):
            walk((way,), ways[i + 1 :], start, city, 0, stops, 0, view.met[root], 0)
        used |= city
