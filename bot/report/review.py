"""A game looked back on, in facts: its runs beside the best ones, payouts, trains, great moves."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from engine import Game
from engine.events import (
    BANK,
    DividendDecided,
    EntityId,
    Event,
    MoneyMoved,
    PriceMoved,
    RoundStarted,
    TrainBought,
    TrainsRan,
)
from engine.routes import best_runs

LIMIT = 5.0
"""Seconds for the search of one best run; what is not proved by then is marked."""
DIVIDEND = re.compile(r"dividend of (\w+)")
GREATEST = 5
"""So many of the greatest payouts, leaps and purchases are named."""
Watch = Callable[[int, int], None]
"""Told how many runs of how many have been searched."""


@dataclass(frozen=True, slots=True)
class Run:
    """A run after `place` moves: ₹ that were earned and that the best would have earned.

    `head` is the seat of the company's head, `best` the most that was found, `proved` whether no
    more can be earned; `paid` whether the revenue was paid out.
    """

    place: int
    round: RoundStarted
    company: str
    head: int
    earned: int
    best: int
    proved: bool
    paid: bool

    @property
    def missed(self) -> int:
        """₹ that the best run would have earned beyond this one."""
        return max(0, self.best - self.earned)


@dataclass(frozen=True, slots=True)
class Noted:
    """Something in a round that stands out: who, what, and the ₹."""

    round: RoundStarted
    who: EntityId
    what: str
    amount: int


@dataclass(frozen=True, slots=True)
class Review:
    """What came of a game, in the order in which it happened.

    `payouts` are ₹ of dividends by company and receiver, `trains` the purchases. `dividends`,
    `leaps` (₹ of a price in one move) and `purchases` are the greatest, the greatest first.
    """

    runs: tuple[Run, ...]
    payouts: Mapping[str, Mapping[EntityId, int]]
    trains: tuple[Noted, ...]
    dividends: tuple[Noted, ...]
    leaps: tuple[Noted, ...]
    purchases: tuple[Noted, ...]


def review(game: Game, watch: Watch | None = None, limit: float = LIMIT) -> Review:
    """Look back on a game; `limit` seconds for each search of a best run."""
    happened = list(_happened(game))
    kinds: dict[str, list[Noted]] = defaultdict(list)
    for _, round_, event in happened:
        if found := _noted(round_, event):
            kinds[found[0]].append(found[1])
    return Review(
        tuple(_runs(game, happened, watch, limit)),
        _payouts(event for _, _, event in happened),
        tuple(kinds["train"]),
        _greatest(kinds["dividend"]),
        _greatest(kinds["leap"]),
        _greatest([*kinds["train"], *kinds["purchase"]]),
    )


def _happened(game: Game) -> Iterator[tuple[int, RoundStarted, Event]]:
    """Every event with the number of its move and the round in which it happened."""
    round_ = RoundStarted("select", 1, 1)
    for place, applied in enumerate(game.history, 1):
        for event in applied.events:
            if isinstance(event, RoundStarted):
                round_ = event
            yield place, round_, event


def _runs(
    game: Game,
    happened: list[tuple[int, RoundStarted, Event]],
    watch: Watch | None,
    limit: float,
) -> Iterator[Run]:
    found = [(p, r, e) for p, r, e in happened if isinstance(e, TrainsRan)]
    paid = {
        (r, e.company): e.paid for _, r, e in happened if isinstance(e, DividendDecided) and e.paid
    }
    for i, (place, round_, event) in enumerate(found, 1):
        state = game.at(place - 1)
        company = state.companies[event.company]
        best = best_runs(state, company, limit, alternatives=0)
        if watch:
            watch(i, len(found))
        yield Run(
            place,
            round_,
            event.company,
            company.head or 0,
            event.revenue,
            max(best.best.total, event.revenue),
            best.proved,
            paid.get((round_, event.company), False),
        )


def _payouts(events: Iterator[Event]) -> dict[str, dict[EntityId, int]]:
    sums: dict[str, dict[EntityId, int]] = {}
    for event in events:
        if isinstance(event, MoneyMoved) and (paid := DIVIDEND.fullmatch(event.reason)):
            of = sums.setdefault(paid.group(1), {})
            of[event.payee] = of.get(event.payee, 0) + event.amount
    return sums


def _noted(round_: RoundStarted, event: Event) -> tuple[str, Noted] | None:
    match event:
        case TrainBought(company, train, seller, price):
            what = f"{train} train" + ("" if seller == BANK else f" of {seller}")
            return "train", Noted(round_, company, what, price)
        case DividendDecided(company, revenue, paid, _) if paid:
            return "dividend", Noted(round_, company, "paid out", revenue)
        case PriceMoved(company, old, new, _) if new != old:
            closed = "" if new else ", which closed it"
            return "leap", Noted(round_, company, f"from ₹{old} to ₹{new}{closed}", new - old)
        case MoneyMoved(payer, _, amount, reason) if reason.endswith("bought") and payer != BANK:
            if "train" not in reason:
                return "purchase", Noted(round_, payer, reason.removesuffix(" bought"), amount)
    return None


def _greatest(notes: list[Noted]) -> tuple[Noted, ...]:
    return tuple(sorted(notes, key=lambda note: -abs(note.amount))[:GREATEST])
