"""The other look-ups: a player, the share track, trains, IPO rows, Royal Bonds, the whole game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import discord

from bot.present import words
from bot.present.embeds import add, embed
from bot.present.status import open_cards
from engine import DraftRound, Game, conversion_price, kinds_of, market, on_sale, scoring
from engine.components import TrainKind, components
from engine.events import PriceMoved
from engine.state import (
    Company,
    State,
    card_company,
    certificate_limit,
    certificates,
    face_value,
)

LAST_MOVES = 8
PHASES = (
    ("I", "GIPR does not operate"),
    ("II", "with the first 3: GIPR operates from the next Operating Round on"),
    ("III", "with the first 4 or 4E; after the third all Phase IV trains are on sale"),
    ("IV", "with the first ×2 or ×3 train: Guaranty Warrants expire, Royal Bonds convert"),
)


def by_id(state: State) -> list[Company]:
    """The companies in the order of their letters."""
    return sorted(state.companies.values(), key=lambda c: c.id)


# -- a player --------------------------------------------------------------------------------------


def player_embed(game: Game, seat: int) -> discord.Embed:
    """What a player owns, never the hand."""
    state, player = game.state, game.state.players[seat]
    lines = [
        f"Cash **{words.money(player.cash)}**",
        f"{certificates(state, player)} of {certificate_limit(state)} certificates",
        f"Worth {words.money(scoring.worth(state, player))} if the game ended now",
    ]
    place = state.order.index(seat) + 1
    lines.append(f"Number {place} of {len(state.order)} in the turn order")
    page = embed(words.player(state, seat), "\n".join(lines))
    add(page, "Shares", _shares(state, seat) or "None")
    privates = [f"{words.private(p)} · face {words.money(face_value(p))}" for p in player.privates]
    add(page, "Privates", privates)
    add(page, "Royal Bonds", words.bonds(player.bonds) if player.bonds else "")
    return page


def _shares(state: State, seat: int) -> list[str]:
    lines = []
    for company_id, percent in sorted(state.players[seat].shares.items()):
        company = state.companies[company_id]
        value = company.price * percent // 10
        role = f" · {company.role}" if company.head == seat else ""
        each = scoring.share_worth(state, company)
        price = words.money(company.price)
        lines += [
            f"**{company_id}** {percent}% · {words.money(value)} at {price}{role}",
            f"in the final score {words.money(each * percent // 10)}",
        ]
    lines += [
        f"**{c.id}** 0% · {c.role}"
        for c in by_id(state)
        if c.head == seat and not state.players[seat].percent(c.id)
    ]
    return lines


# -- the share track -------------------------------------------------------------------------------


def market_embed(game: Game) -> discord.Embed:
    """The share track: markers from top to bottom, companies without one, the last moves."""
    state = game.state
    placed = [c for c in state.companies.values() if market.rank(state, c) is not None]
    rows: dict[int, list[str]] = {}
    for company in market.price_order(state, placed):
        rows.setdefault(company.price, []).append(company.id)
    lines = [
        f"**{words.money(price)}**{_space(price)} {', '.join(row)}" for price, row in rows.items()
    ]
    page = embed("Share track", "\n".join(lines) or "No company has a marker yet.")
    waiting = [c for c in state.companies.values() if c not in placed]
    waiting.sort(key=lambda c: (-c.price, c.id))
    add(page, "Without a marker", ", ".join(f"{c.id} {words.money(c.price)}" for c in waiting))
    add(page, "Last moves", _last_moves(game))
    add(page, "All prices", " ".join(f"{p}{_sign(p)}" for p in components().prices))
    page.set_footer(
        text="On one price the first named operates first. p: a face value. e: ends the game."
    )
    return page


def _is_face(price: int) -> bool:
    return any(c.face_value == price for c in components().companies.values())


def _space(price: int) -> str:
    return " (ends the game)" if price in components().end_prices else ""


def _sign(price: int) -> str:
    if price in components().end_prices:
        return "e"
    return "p" if _is_face(price) else "" if price else " (closed)"


def _last_moves(game: Game) -> list[str]:
    moves: list[str] = []
    for n in range(len(game.history), 0, -1):
        for event in reversed(game.history[n - 1].events):
            if isinstance(event, PriceMoved):
                closed = " (closed)" if not event.new else ""
                old, new = words.money(event.old), words.money(event.new)
                moves.append(f"{event.company} {old} → {new}{closed}")
        if len(moves) >= LAST_MOVES:
            break
    return moves[:LAST_MOVES]


# -- trains ----------------------------------------------------------------------------------------


def trains_embed(game: Game) -> discord.Embed:
    """What is on sale, what comes next, who owns what, and the phases."""
    state = game.state
    rows = [t.info.row for t in on_sale(state)]
    page = embed("Trains", f"**{words.phase(state.phase)}** · at most 2 trains a company")
    on = [_offer(kind, len(state.depot[row])) for row in rows for kind in kinds_of(row)]
    add(page, "On sale", on or "None left in the bank")
    later = [row for row, left in state.depot.items() if left and row not in rows]
    early = [row for row in later if not components().trains[row].phase_iv]
    coming = [f"{_kinds(row)} for {words.money(components().trains[row].price)}" for row in early]
    if len(early) < len(later):
        named = ", ".join(_kinds(row) for row in later if row not in early)
        coming.append(f"then all together: {named} (one a company)")
    add(page, "Comes next", coming)
    add(page, f"In the {words.DISCARD}, at full price", _discard(state))
    owners = [f"**{c.id}** {words.trains(c)}" for c in by_id(state) if c.trains]
    add(page, "Owned", owners)
    now = state.phase.rstrip("'")
    phases = [f"{'▶' if name == now else '·'} **{name}** {text}" for name, text in PHASES]
    add(page, "Phases", phases)
    return page


def _kinds(row: str) -> str:
    return "/".join(words.train(kind.name) for kind in kinds_of(row))


def _offer(kind: TrainKind, left: int) -> str:
    resale = f"resale {words.money(kind.resale)}" if kind.resale else "no resale"
    return f"**{words.train(kind.name)}** price {words.money(kind.price)} · {resale} · {left} left"


def _discard(state: State) -> list[str]:
    rows = sorted(t.info.row for t in state.discard)
    return [
        f"**{_kinds(row)}** price {words.money(components().trains[row].price)} · "
        f"{rows.count(row)} left"
        for row in dict.fromkeys(rows)
    ]


# -- certificates ----------------------------------------------------------------------------------


def ipo_embed(game: Game) -> discord.Embed:
    """The IPO rows, the front two cards of each first, and the Open Market."""
    state = game.state
    text = "The front card of each row is for sale at face value"
    text += " (to players from Stock Round 2 on)." if state.turn == 1 else "."
    page = embed("IPO rows and Open Market", text)
    if isinstance(state.round, DraftRound):
        add(page, "Open in the draft", open_cards(state.round.cards))
    for number, row in enumerate(state.ipo_rows, 1):
        lines = [
            f"{place}. **{words.card_name(card)}** {words.money(face_value(card))}"
            for place, card in enumerate(row[:2], 1)
        ]
        rest = ", ".join(card_company(card) or card for card in row[2:])
        lines += [f"then {rest}"] if rest else []
        add(page, f"IPO row {number} ({words.count(len(row), 'card')})", lines or "Empty")
    shares = [f"**{c.id}** {c.market}% at {words.money(c.price)}" for c in by_id(state) if c.market]
    privates = [
        f"{words.private(p)} {words.money(face_value(p))}" for p in sorted(state.market_privates)
    ]
    add(page, "Open Market", shares + privates or "Empty")
    return page


def bonds_embed(game: Game) -> discord.Embed:
    """The Royal Bonds: who owns them, and what their conversion costs."""
    state, printed = game.state, components()
    income = f"income {words.money(printed.bond_income)} in each Operating Round"
    lines = [
        f"{words.money(printed.bond_value)} each · {income} · outside the certificate limit",
        f"In the bank: {state.bonds_in_bank} of {printed.bonds}",
    ]
    page = embed("Royal Bonds", "\n".join(lines))
    named = words.names(state)
    owners = [f"{words.entity(named, o.id)}: {o.bonds}" for o in state.owners() if o.bonds]
    add(page, "Owned", owners or "By nobody yet")
    add(page, "Conversion into GIPR 10%", _conversion(state))
    return page


def _conversion(state: State) -> str:
    if state.gipr is None:
        return "GIPR has closed: no longer possible."
    price = words.money(conversion_price(state))
    when = "Possible now" if state.phase == "IV" else "From Phase IV on"
    return f"{when}. At GIPR's price of {words.money(state.gipr.price)} it costs {price}."


# -- the game --------------------------------------------------------------------------------------


def info_embed(
    game: Game,
    name: str,
    seats: Mapping[int, int | None] | None = None,
    sat: Sequence[str] = (),
) -> discord.Embed:
    """What the game is and how it stands.

    `seats` are the members of Discord by seat, `sat` lines about seats that have changed hands.
    """
    state = game.state
    rules = "18xx.games" if state.ruleset.name == "site" else "the rulebook"
    lines = [
        f"18 India for {words.count(len(state.players), 'player')}, by the rules of {rules}",
        f"{words.count(len(game.history), 'move')} · "
        + ("game over" if game.finished else words.round_name(state)),
    ]
    page = embed(words.player_name(name, 100), "\n".join(lines))
    companies = [f"**{c.id}** {c.info.name}" for c in by_id(state)]
    add(page, f"Companies ({len(companies)})", companies)
    guaranty = ", ".join(c.id for c in by_id(state) if c.guaranty)
    add(page, "Guaranty Companies", guaranty)
    standing = []
    for place, (player, worth) in enumerate(scoring.standing(state), 1):
        standing.append(f"{place}. **{words.player(state, player.id)}** {words.money(worth)}")
    add(page, "Final standing" if game.finished else "If the game ended now", standing)
    if seats:
        add(page, "Seats", [_seat(state, seat, seats.get(seat)) for seat in state.players])
    add(page, "Who sat when", list(sat))
    return page


def _seat(state: State, seat: int, member: int | None) -> str:
    who = "taken" if member else f"free: `/game claim seat:{seat}`"
    return f"{seat}. {words.player(state, seat)} – {who}"
