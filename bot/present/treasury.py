"""One company's treasury at a glance, and all treasuries in a table."""

from __future__ import annotations

from itertools import islice

import discord

from bot.present import words
from bot.present.embeds import add, embed
from bot.present.prospects import outlook_lines, prospects
from bot.present.statement import statement_lines, statements
from bot.refusal import PlayerError
from engine import Game, Outlook, scoring
from engine.board import Board
from engine.components import GIPR, components
from engine.events import CompanyClosed
from engine.routes import BestRuns
from engine.state import COMPANY_LIMIT, Company, State, card_company, certificates


def find_company(game: Game, company_id: str) -> Company:
    """The company in the game. Raises PlayerError when it closed or never was there."""
    company_id = company_id.strip().upper()
    company = game.state.companies.get(company_id)
    if company is not None:
        return company
    there = words.listed(sorted(game.state.companies))
    closed = CompanyClosed(company_id)
    if any(closed in applied.events for applied in game.history):
        raise PlayerError(f"{company_id} has closed. Still in the game: {there}.")
    if company_id in components().companies:
        raise PlayerError(f"{company_id} is not in this game. In the game: {there}.")
    raise PlayerError(f"There is no such company. In the game: {there}.")


LOOKING = "The best run is being looked for …"
ROUNDS_BACK = 4
"""So many rounds back a company's last movement of money is looked for."""


def treasury_embed(
    game: Game,
    company_id: str,
    forecast: BestRuns | None = None,
    ahead: Outlook | None = None,
    *,
    looking: bool = False,
) -> discord.Embed:
    """Everything that a company has, its statements of this and the last round, and its prospects.

    `forecast` are its best runs as the map stands, unless they are `looking` for still; `ahead`
    what one thing more would add.

    Raises:
        PlayerError: The company closed or is not in this game.
    """
    company, state = find_company(game, company_id), game.state
    page = embed(
        f"{company.id} · {company.info.name}", "\n".join(_head(state, company)), company.id
    )
    add(page, "Trains", _trains(company))
    add(page, "Stations", _stations(state, company))
    add(
        page,
        f"Owns ({certificates(state, company)} of {COMPANY_LIMIT} certificates)",
        _owns(company),
    )
    add(page, "Concessions", ", ".join(words.concessions(company)))
    add(page, "Its shares", holders(state, company))
    if company.floated:
        lines = [LOOKING] if looking else prospects(game, company, forecast)
        add(page, "Forecast for its next run", lines)
    if ahead:
        add(
            page,
            "With one thing more, its best run would earn more",
            outlook_lines(ahead, company.cash),
        )
    now, *before = islice(statements(game, company.id), ROUNDS_BACK)
    add(page, f"In and out, {now[0]}", statement_lines(now[1]), inline=True)
    last = next(((name, found) for name, found in before if found.lines), None)
    if last:
        add(page, f"Before, {last[0]}", statement_lines(last[1], "At its end"), inline=True)
    return page


def _head(state: State, company: Company) -> list[str]:
    book = scoring.book_value(state, company)
    lines = [f"Cash **{words.money(company.cash)}** · price **{words.money(company.price)}**"]
    lines.append(f"Book value {words.money(book)}")
    if company.head is None:
        lines.append("No Manager yet")
    else:
        lines.append(f"{company.role} {words.player(state, company.head)}")
    if company.guaranty:
        lines.append("Guaranty Company (Guaranty Warrant, until Phase IV)")
    if not company.floated:
        lines.append(f"Not floated yet: {100 - company.ipo}% sold, 30% needed")
    elif company.id == GIPR and state.phase == "I":
        lines.append("Operates from Phase II on")
    return lines


def _trains(company: Company) -> list[str]:
    return [
        f"{words.train(t.kind)} · resale {words.money(t.info.resale)}"
        if t.info.resale
        else f"{words.train(t.kind)} · the bank does not buy it back"
        for t in company.trains
    ] or ["None"]


def _stations(state: State, company: Company) -> list[str]:
    built = [station_place(state.board, company.id, h) for h in company.station_order]
    lines = [", ".join(built) or "None built"]
    cost = company.next_station_cost
    if cost is None:
        lines.append("None left")
    else:
        free = "an exchange token, free" if company.exchange_idle else "the home station, free"
        next_one = f"the next {words.money(cost)}" if cost else free
        lines.append(f"{company.stations_left} left, {next_one}")
    if company.exchange_left > 0:
        lines.append(words.count(company.exchange_left, "exchange token") + " left")
    return lines


def station_place(board: Board, company: str, hex_id: str) -> str:
    """Where a station stands; marked while its city is open, or where it has no slot."""
    if company in board.waiting.get(hex_id, []):
        return f"{words.place(hex_id)} (city open)"
    extra = any(company in city.beside_slots() for city in board.cities(hex_id))
    return words.place(hex_id) + (" (beside the slots)" if extra else "")


def _owns(company: Company) -> list[str]:
    lines = [f"{of} {percent}%" for of, percent in sorted(company.shares.items())]
    lines += [words.private(p) for p in company.privates]
    lines += [words.bonds(company.bonds)] if company.bonds else []
    return [", ".join(lines) or "Nothing"]


def holders(state: State, company: Company) -> list[str]:
    """Who holds the shares: the head, other players, companies, the Open Market; the unsold."""
    lines = []
    players = sorted(
        state.players.values(), key=lambda p: (p.id != company.head, -p.percent(company.id), p.id)
    )
    for player in players:
        percent = player.percent(company.id)
        if percent or player.id == company.head:
            role = f" ({company.role})" if player.id == company.head else ""
            lines.append(f"{words.player(state, player.id)} {percent}%{role}")
    for other in state.companies.values():
        if other.percent(company.id):
            own = " (its own)" if other is company else ""
            lines.append(f"{other.id} {other.percent(company.id)}%{own}")
    if company.market:
        lines.append(f"Open Market {company.market}%")
    rows = 10 * sum(card_company(card) == company.id for row in state.ipo_rows for card in row)
    if rows:
        lines.append(f"IPO rows {rows}%")
    if company.ipo > rows:
        where = "Hands and draft" if state.round.name in ("select", "draft") else "Hands"
        lines.append(f"{where} {company.ipo - rows}%")
    if company.converted:
        lines.append(f"{company.converted}% of these came from Royal Bonds")
    return lines


def treasuries_embed(game: Game) -> discord.Embed:
    """All companies in a narrow table: cash, price, trains."""
    companies = sorted(game.state.companies.values(), key=lambda c: (not c.floated, -c.price, c.id))
    rows = [f"{'':5}{'cash':>6}{'price':>6}  trains"]
    for company in companies:
        trains = words.trains(company) if company.floated else "not floated"
        rows.append(f"{company.id:5}{company.cash:>6,}{company.price:>6}  {trains}")
    table = "\n".join(["```", *rows, "```"])
    return embed(f"Treasuries · {words.round_name(game.state)}", f"In rupees (₹).\n{table}")
