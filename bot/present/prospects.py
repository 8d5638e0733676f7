"""What a company's next run would do to its cash and its price: paid out, or withheld."""

from __future__ import annotations

from bot.present import words
from bot.present.prices import price_change
from bot.present.runs import example
from engine import City, Gain, Game, Kind, Lay, OperatingRound, Outlook, guaranty
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
    round_ = game.state.round
    turn = round_.turn if isinstance(round_, OperatingRound) else None
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
        return f"**{name}:** cash {words.money(kept)} ({bank})"
    return f"**{name}:** cash {words.money(cash + revenue)} ({price_change(company, 0)})"


MORE: dict[Kind, str] = {
    "trains": "With a train more",
    "stations": "With a station",
    "tiles": "With the best tile",
}


def gains_text(found: Outlook, kind: Kind) -> str:
    """What one thing more of a kind would add to the best run; "" where there is nothing of it.

    Of the tiles the best one alone is named; what a train costs its button says.
    """
    gains: list[Gain] = list(getattr(found, kind))
    if kind != "trains":
        gains.sort(key=lambda gain: (-gain.revenue, gain.cost))
    now = f"Best run now {words.money(found.now)}."
    adding = [gain for gain in gains if gain.revenue > found.now or not gain.proved]
    if not gains and not found.untried:
        return f"{now} No single tile would add anything." if kind == "tiles" else ""
    told = [_told(found.now, gain, kind) for gain in (adding[:1] if kind == "tiles" else adding)]
    rest = 0 if kind == "tiles" else len(gains) - len(adding)
    if rest:
        told.append(f"{'the others' if adding else 'each of them'} nothing")
    if found.untried:
        told.append(f"{found.untried} not looked at for want of time")
    return f"{now} {MORE[kind]}: {' · '.join(told)}."


def _told(now: int, gain: Gain, kind: Kind) -> str:
    if kind != "trains":
        return _gain(now, gain)
    return f"{words.train(str(gain.what))} {_added(now, gain)}"


def outlook_lines(found: Outlook) -> list[str]:
    """What one thing more would make of the best run: trains, stations, and the best tiles."""
    lines = []
    for name, gains in (
        ("Train", found.trains),
        ("Station", sorted(found.stations, key=lambda gain: -gain.revenue)),
        ("Tile", found.tiles),
    ):
        if gains:
            lines.append(f"**{name}:** {' · '.join(_gain(found.now, gain) for gain in gains)}")
    if not found.tiles and not found.untried:
        lines.append("No single tile within reach would add anything now.")
    if found.untried:
        lines.append(f"Not looked at for want of time: {found.untried} more.")
    return lines


def _gain(now: int, gain: Gain) -> str:
    cost = f" for {words.money(gain.cost)}" if gain.cost else ""
    return f"{_what(gain)}{cost} {_added(now, gain)}"


def _added(now: int, gain: Gain) -> str:
    return f"+{words.money(gain.revenue - now)}{'' if gain.proved else ' or more'}"


def _what(gain: Gain) -> str:
    match gain.what:
        case Lay(hex_id, tile, _):
            return f"{tile} in {words.short_place(hex_id)}"
        case City(hex_id, _):
            return words.short_place(hex_id)
        case kind:
            return f"{words.train(kind)} train"
