"""What a company's next run would do to its cash and its price: paid out, or withheld."""

from __future__ import annotations

from bot.present import words
from bot.present.prices import price_change, price_moved
from bot.present.runs import example
from engine import City, Gain, Game, Kind, Lay, OperatingRound, Outlook, guaranty, turn_now
from engine.components import components
from engine.routes import BestRuns
from engine.state import SHARE, Company


def income(company: Company) -> int:
    """₹ that its Privates and Royal Bonds bring at the start of an Operating Round."""
    printed = components()
    privates = sum(printed.privates[p].income for p in company.privates)
    return privates + company.bonds * printed.bond_income


def prospects(game: Game, company: Company, found: BestRuns | None) -> list[str]:
    """Cash if paid and cash if withheld, for the revenue that is known or forecast.

    `found` are the best runs of its trains on the map as it stands; None if none could run.
    """
    round_, turn = game.state.round, turn_now(game.state)
    mine = turn is not None and turn.company == company.id
    undecided = turn is not None and mine and turn.awaits("dividend")
    if turn is not None and undecided and not turn.awaits("run"):
        revenue, source = turn.revenue, f"It ran for {words.money(turn.revenue)}"
    else:
        revenue = found.best.total if found else 0
        source = _source(found)
    waits = isinstance(round_, OperatingRound) and company.id in round_.queue
    more = 0 if undecided or waits else income(company)
    lines = [source]
    if more:
        lines.append(f"With {words.money(more)} income of its Privates and Royal Bonds first:")
    cash = company.cash + more
    if revenue:
        each = revenue * SHARE // 100
        paid = cash + each * company.percent(company.id) // SHARE
        lines.append(
            f"**If paid:** cash {words.money(paid)} ({words.money(each)} a share; "
            f"{price_change(company, revenue)})"
        )
    return [*lines, _kept(company, cash, revenue)]


def _source(found: BestRuns | None) -> str:
    if found is None or not found.best.runs:
        return "No train would earn anything on the map as it stands."
    least = "" if found.proved else " or more"
    total = words.money(found.best.total)
    return f"Best run on the map as it stands: {total}{least} (`{example(found.best)}`)"


def _kept(company: Company, cash: int, revenue: int) -> str:
    name = "If withheld" if revenue else "Without revenue"
    if company.guaranty:
        each = guaranty(company.price)
        kept = cash + revenue + each * company.percent(company.id) // SHARE
        bank = f"the bank pays {words.money(each)} a share, price unchanged"
        return f"**{name}:** cash {words.money(kept)} ({bank}{_no_train(company, 0)})"
    moved = f"{price_change(company, 0)}{_no_train(company, -1)}"
    return f"**{name}:** cash {words.money(cash + revenue)} ({moved})"


def _no_train(company: Company, steps: int) -> str:
    """The further fall at the end of a turn without a train (1.6.4.4), after one by `steps`."""
    before, after = price_moved(company, steps), price_moved(company, steps - 1)
    if company.trains or not before:
        return ""
    falls = f"{words.money(before)} → {words.money(after)}"
    return f"; still without a train at the end of the turn: {falls}"


def gains_text(found: Outlook, kind: Kind) -> str:
    """What one thing more of a kind adds to the best run; "" where there is nothing to tell.

    What adds nothing is left out. Of the tiles the best one alone is named; what a train costs its
    button says.
    """
    gains = _adding(found, kind)[: 1 if kind == "tiles" else None]
    told = [_gain(found.now, gain, gains, price=kind != "trains") for gain in gains]
    if not told and not found.untried:
        if kind == "stations" or (kind == "trains" and not found.trains):
            return ""
        told = [NOTHING_ADDED[kind] if found.now else NOTHING_EARNED[kind]]
    if found.untried:
        told.append(f"{found.untried} not looked at for want of time")
    line = " · ".join(told)
    return f"Best run now {words.money(found.now)}. {line[:1].upper()}{line[1:]}."


NOTHING_ADDED: dict[Kind, str] = {
    "trains": "No train on sale would add anything",
    "tiles": "No single tile would add anything",
}
NOTHING_EARNED: dict[Kind, str] = {
    "trains": "No train on sale would earn anything on the map as it stands",
    "tiles": "No single tile would make it earn anything",
}
KINDS_NAMED: dict[Kind, str] = {
    "trains": "train on sale",
    "stations": "station",
    "tiles": "single tile",
}


def outlook_lines(found: Outlook, cash: int) -> list[str]:
    """What one thing more adds to the best run: trains, stations, the best tiles; then what not.

    What the company's ₹ `cash` cannot pay is marked.
    """
    lines, nothing = [], []
    for kind, name in KINDS_NAMED.items():
        gains = _adding(found, kind)
        if gains:
            told = [_gain(found.now, gain, gains, cash=cash) for gain in gains]
            lines.append(f"**{kind.capitalize()}:** {' · '.join(told)}")
        elif getattr(found, kind) or (kind == "tiles" and not found.untried):
            nothing.append(name)
    if nothing:
        lines.append(f"No {words.listed(nothing, 'or')} would add anything now.")
    if found.untried:
        lines.append(f"Not looked at for want of time: {found.untried} more.")
    return lines


def _adding(found: Outlook, kind: Kind) -> list[Gain]:
    """What adds something, or may; trains in their order, else what adds most first.

    Of a city's slots, and of cities of a hex that add the same, one is told.
    """
    gains: list[Gain] = [g for g in getattr(found, kind) if g.revenue > found.now or not g.proved]
    if kind != "trains":
        gains.sort(key=lambda gain: (-gain.revenue, gain.cost))
    told: dict[tuple[object, ...], Gain] = {}
    for gain in gains:
        where = gain.what.hex if isinstance(gain.what, City) else gain.what
        told.setdefault((where, gain.revenue, gain.proved), gain)
    return list(told.values())


def _gain(
    now: int, gain: Gain, among: list[Gain], *, price: bool = True, cash: int | None = None
) -> str:
    """What a gain adds, as in "a station in Pune for ₹40 adds ₹30"."""
    what = _what(gain, among)
    cost = f" for {words.money(gain.cost)}" if gain.cost and price else ""
    short = gain.cost - cash if cash is not None else 0
    dear = f" (too dear now, {words.money(short)} short)" if short > 0 else ""
    added = gain.revenue - now
    if added <= 0:
        return f"{what}{cost} may add something{dear}"
    least = "" if gain.proved else " or more"
    return f"{what}{cost} adds {words.money(added)}{least}{dear}"


def _what(gain: Gain, among: list[Gain]) -> str:
    """A city bears its number where another one of its hex is told of, too."""
    match gain.what:
        case Lay(hex_id, tile, _):
            return f"tile {tile} in {words.short_place(hex_id)}"
        case City(hex_id, number):
            here = [g for g in among if isinstance(g.what, City) and g.what.hex == hex_id]
            which = f"-{number + 1}" if len(here) > 1 else ""
            return f"a station in {words.short_place(hex_id)}{which}"
        case kind:
            return f"a {words.train(kind)} train"
