"""The course of a game in numbers: how everybody stood as each round began, and stands now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine import Game, scoring
from engine.events import DividendDecided, EntityId, RoundStarted, TrainsRan
from engine.state import State

COMPANIES, MARKET, UNSOLD = "companies", "market", "unsold"


@dataclass(frozen=True, slots=True)
class Moment:
    """How things stood after `place` moves, as a round began; `started` is None for now.

    ₹: `worth` and `cash` of the players by seat, `price` and `treasury` of the companies, `bank`.
    `owners` has the percent of each company by owner: a seat, "companies", "market", or "unsold"
    (IPO rows and hands). `revenue` is what each company ran for in the round that began here.
    """

    place: int
    started: RoundStarted | None
    worth: Mapping[int, int]
    cash: Mapping[int, int]
    price: Mapping[str, int]
    treasury: Mapping[str, int]
    bank: int
    owners: Mapping[str, Mapping[EntityId, int]]
    revenue: Mapping[str, int]


def chronicle(game: Game) -> tuple[Moment, ...]:
    """The moments of a game, the first first: every round but selection and draft, and now.

    It copies a state for each round, so it takes a tenth of a second in a late game: beside the
    event loop, please.
    """
    begun = [
        (place, event)
        for place, applied in enumerate(game.history, 1)
        for event in applied.events
        if isinstance(event, RoundStarted) and event.round in ("stock", "operating")
    ]
    moments = [
        _moment(game.at(place), place, event, _revenue(game, place)) for place, event in begun
    ]
    return (*moments, _moment(game.state, len(game.history), None, {}))


def _moment(
    state: State, place: int, started: RoundStarted | None, revenue: Mapping[str, int]
) -> Moment:
    companies = state.companies
    return Moment(
        place,
        started,
        {p.id: scoring.worth(state, p) for p in state.players.values()},
        {p.id: p.cash for p in state.players.values()},
        {c.id: c.price for c in companies.values() if c.floated},
        {c.id: c.cash for c in companies.values() if c.floated},
        state.bank.cash,
        {c: _owners(state, c) for c in companies},
        revenue,
    )


def _owners(state: State, name: str) -> dict[EntityId, int]:
    company = state.companies[name]
    held: dict[EntityId, int] = {p.id: p.percent(name) for p in state.players.values()}
    held[COMPANIES] = sum(c.percent(name) for c in state.companies.values())
    held |= {MARKET: company.market, UNSOLD: company.ipo}
    return {owner: percent for owner, percent in held.items() if percent}


def _revenue(game: Game, place: int) -> dict[str, int]:
    """What the companies ran for from a move on, until the next round; 0 where they had a turn."""
    found: dict[str, int] = {}
    for applied in game.history[place:]:
        for event in applied.events:
            if isinstance(event, TrainsRan | DividendDecided):
                found[event.company] = event.revenue
            elif isinstance(event, RoundStarted):
                return found
    return found
