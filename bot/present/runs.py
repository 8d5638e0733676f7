"""The runs of a company's trains, stop by stop, as they are offered before the trains run."""

from __future__ import annotations

from collections.abc import Collection

import discord

from bot.present import embeds, words
from engine import Bonus, RunRoute, path_of
from engine.routes import BestRuns, RunPlan
from engine.state import Company, State

NOT_PAID = "–"
LONG = 8
"""Stops from which on a route is told by its cities only."""


def letter(place: int) -> str:
    """The letter of a set of runs as they are listed, the best at 0; trains have numbers.

    >>> letter(0), letter(3)
    ('A', 'D')
    """
    return chr(ord("A") + place)


def runs_embed(state: State, company: Company, found: BestRuns) -> discord.Embed:
    """The best runs with the sum made up stop by stop, and what else could be run."""
    shown = embeds.embed(
        f"{letter(0)} · {company.id} could run for {words.money(found.best.total)}",
        proof(found),
        company.id,
    )
    for number, run in enumerate(found.best.runs, 1):
        gauges = path_of(state, run).gauges
        embeds.add(shown, f"{number} · {run_title(run)}", run_text(run, gauges))
    if not found.best.runs:
        embeds.add(shown, "No route", "No train has a route that pays.")
    if found.best.claims:
        claims = words.listed([words.commodity(c) for c in found.best.claims])
        embeds.add(shown, "Takes the concession", claims)
    if found.others:
        lines = [
            f"**{letter(place)}** {other_text(other, found.best)}"
            for place, (_, other) in enumerate(told_apart(found), 1)
        ]
        embeds.add(shown, "Other runs", lines)
    embeds.add(
        shown,
        "Your own routes",
        "`/run routes:` takes the stops of each train, trains apart by a bar: "
        f"`{example(found.best) or '2: E24-D23'}`",
    )
    return shown


def proof(found: BestRuns) -> str:
    """Whether something better may exist."""
    if found.proved:
        return "Proved: nothing earns more."
    return (
        "Time ran out before the proof: this is the best that was found; "
        f"no run earns more than {words.money(found.bound)}."
    )


def told_apart(found: BestRuns) -> list[tuple[int, RunPlan]]:
    """The other sets with their places (from 1), without those that read like one before."""
    seen: set[str] = set()
    told = []
    for index, other in enumerate(found.others, 1):
        text = f"{other.total} {example(other)} {other.claims}"
        if text not in seen:
            seen.add(text)
            told.append((index, other))
    return told


def run_title(run: RunRoute) -> str:
    """A train with what it earns."""
    return f"{words.train(run.train.kind)}: {words.money(run.revenue.total)}"


def run_text(run: RunRoute, gauges: Collection[int] = ()) -> str:
    """The stops of a route with their values, then its bonuses.

    `gauges` are the hexsides of the route, by place, where a change of gauge uses a stop.
    """
    values = dict(run.revenue.stops)
    stops = []
    for place, node in enumerate(run.nodes):
        if node in values:
            value = values[node]
            stops.append(f"{words.short_place(node.hex)} {NOT_PAID if value is None else value}")
        if place in gauges:
            stops.append("gauge change (a stop)")
    return " · ".join([*stops, *map(bonus_text, run.revenue.bonuses)])


def bonus_text(bonus: Bonus) -> str:
    """A bonus with its name."""
    name = words.commodity(bonus.name) if bonus.commodity else bonus.name
    return f"{name} +{bonus.amount}"


def other_text(plan: RunPlan, best: RunPlan) -> str:
    """One of the next best sets in a line: what it earns, how much less, where it goes."""
    less = best.total - plan.total
    runs = "; ".join(f"{words.train(r.train.kind)} {way(r)}" for r in plan.runs) or "no route"
    claims = "".join(f", takes {words.commodity(c)}" for c in plan.claims if c not in best.claims)
    kept = "".join(f", leaves {words.commodity(c)}" for c in best.claims if c not in plan.claims)
    compared = f"{words.money(less)} less" if less else "as much"
    return f"{words.money(plan.total)} ({compared}): {runs}{claims}{kept}"


def way(run: RunRoute) -> str:
    """A route by its stops, a long one by its cities."""
    cities = [node.hex for node in run.nodes if node.kind == "city"]
    return "-".join(cities) if len(run.revenue.stops) > LONG else stops(run)


def stops(run: RunRoute) -> str:
    """A route by all its stops."""
    return "-".join(node.hex for node in run.nodes if node.kind in {"city", "town"})


def example(plan: RunPlan) -> str:
    """A plan as a player types it."""
    return " | ".join(f"{run.train.kind}: {stops(run)}" for run in plan.runs)
