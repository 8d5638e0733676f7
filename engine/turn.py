"""One company's turn in an Operating Round: what it has done so far."""

from __future__ import annotations

from dataclasses import dataclass, field

STEPS = ("track", "station", "run", "dividend", "trains", "sell", "buy")


@dataclass(slots=True)
class Turn:
    """The turn of `company`, standing at `step`.

    `line` are the hexes of the yellow tiles laid this turn, in order; `discount` ₹ left of the
    French EIC's 40, `discounted` whether it was declared; `fresh` the trains bought from the bank this turn; `revenue` of the run in ₹.
    """

    company: str
    step: str = "track"
    line: list[str] = field(default_factory=list)
    upgraded: bool = False
    unmarked: bool = False
    track_over: bool = False
    discount: int = 0
    discounted: bool = False
    station_over: bool = False
    run_over: bool = False
    revenue: int = 0
    dividend_over: bool = False
    trains_over: bool = False
    fresh: list[str] = field(default_factory=list)
    sell_over: bool = False
    buy_over: bool = False
    ended: bool = False
    lost: bool = False
    """True when the company closed in the middle of its turn."""
