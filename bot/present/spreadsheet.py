"""The spreadsheet of a game: its companies, and who owns what, as tables of a picture."""

from __future__ import annotations

from bot.present import words
from bot.present.ask import whose_turn
from bot.present.order import in_order
from bot.present.runs_back import last_runs
from engine import Game, market, scoring
from engine.components import components
from engine.state import Company, Player, State, certificate_limit, certificates, face_value
from render import font
from render.view import Line, TableView, ThemeName

COMPANIES = ("price", "face", "cash", "trains", "stations", "last runs", "owns", "concessions")
WORDY = frozenset({3, 6, 7})
"""The columns of the companies that hold words."""
RUNS = 2
"""So many of a company's last runs are shown."""


def companies_table(game: Game, theme: ThemeName = "standard") -> TableView:
    """A line for each company: prices, treasury, trains, stations, last runs, what it owns."""
    state = game.state
    runs = last_runs(game, RUNS)
    lines = []
    for company in in_order(state):
        cells = (
            _price(state, company),
            words.money(company.face_value),
            words.money(company.cash),
            words.trains(company),
            str(company.stations_left) + ("+" * (company.exchange_left > 0)),
            " ".join(_run(*run) for run in runs.get(company.id, ())) or words.NOTHING,
            _owned(company),
            ", ".join(words.concessions(company)) or words.NOTHING,
        )
        lines.append(Line(company.id, cells, company.id))
    notes = ["In operating order. Runs: the last one at the right; w: withheld."]
    if any(company.guaranty for company in state.companies.values()):
        notes.append("GW: the Guaranty Warrant. Price in brackets: not floated yet.")
    return TableView(
        f"Companies · {words.round_name(state)} · {words.phase(state.phase)}",
        COMPANIES,
        tuple(lines),
        left=WORDY,
        notes=tuple(notes),
        theme=theme,
    )


def starting_table(game: Game, theme: ThemeName = "standard") -> TableView:
    """The companies before the first track: what their shares cost, where they begin, who leads.

    A map says nothing then but the homes, which lie all over it: on a phone its hexes are specks.
    """
    state = game.state
    named = words.plainly(state)
    traded = state.round.name not in ("select", "draft")
    columns = ("price", "home", *("sold", "cash", "head") * traded)
    lines = []
    for company in in_order(state):
        cells = [_price(state, company), _home(company)]
        if traded:
            cells += [f"{100 - company.ipo}%", words.money(company.cash)]
            cells.append(font.known(words.head(named, company)) if company.head else words.NOTHING)
        lines.append(Line(company.id, tuple(cells), company.id))
    return TableView(
        f"Before the first track · {words.round_name(state)} · {words.phase(state.phase)}",
        columns,
        tuple(lines),
        left=frozenset({1, 4}),
        notes=("Price in brackets: not floated yet. The map: /map area: whole.",),
        theme=theme,
        now=whose_turn(game, named).replace("**", ""),
    )


def _home(company: Company) -> str:
    home = company.info.home
    return words.place(home) if home else "its Manager's choice"


def _price(state: State, company: Company) -> str:
    if not company.floated:
        return f"({words.money(company.price)})"
    level = [c for c in state.companies.values() if c.price == company.price and c.floated]
    rank = market.rank(state, company)
    place = f" {'abcdefghijkl'[rank]}" if len(level) > 1 and rank is not None else ""
    return words.money(company.price) + place


def _run(revenue: int, paid: bool) -> str:
    return words.money(revenue) + ("" if paid or not revenue else "w")


def _owned(company: Company) -> str:
    shares = [f"{of} {percent}%" for of, percent in sorted(company.shares.items())]
    bonds = [f"{company.bonds} RB"] * bool(company.bonds)
    return ", ".join(["GW"] * company.guaranty + shares + company.privates + bonds) or words.NOTHING


def holdings_table(game: Game, theme: ThemeName = "standard") -> TableView:
    """Who owns how much of each company, and what each player has besides."""
    state = game.state
    players = [state.players[seat] for seat in state.order]
    lines = []
    for company in in_order(state):
        held = [_percent(company, player) for player in players]
        others = sum(c.percent(company.id) for c in state.companies.values())
        rest = [f"{part}%" if part else "" for part in (others, company.market, company.ipo)]
        strong = frozenset(i + 1 for i, p in enumerate(players) if p.id == company.head)
        cells = (words.money(company.price), *held, *rest)
        lines.append(Line(company.id, cells, company.id, strong))
    limit = certificate_limit(state)
    sums = [
        _sum("Cash", [words.money(p.cash) for p in players]),
        _sum("Privates, bonds", [_besides(p) for p in players]),
        _sum("Certificates", [f"{certificates(state, p)}/{limit}" for p in players]),
        _sum("Cards in hand", [str(len(p.hand)) if p.hand else "" for p in players]),
        _sum("Worth now", [words.money(scoring.worth(state, p)) for p in players]),
    ]
    names = words.plainly(state)
    heads = (font.known(names[p.id]) or f"Seat {p.id}" for p in players)
    return TableView(
        f"Who owns what · {words.round_name(state)}",
        ("price", *heads, "companies", "Market", "not sold"),
        tuple(lines),
        tuple(sums),
        notes=(
            "Framed: the head. D: with the Director's certificate. Not sold: IPO rows and hands.",
            "Worth: as if the game ended now.",
        ),
        theme=theme,
    )


def _percent(company: Company, player: Player) -> str:
    percent = player.percent(company.id)
    if not percent:
        return "0%" if company.head == player.id else ""
    return f"{percent}%" + (" D" if company.director == player.id else "")


def _besides(player: Player) -> str:
    value = sum(map(face_value, player.privates)) + player.bonds * components().bond_value
    return words.money(value) if value else ""


def _sum(name: str, values: list[str]) -> Line:
    return Line(name, ("", *values, "", "", ""))
