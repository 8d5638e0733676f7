"""The board of the game as one embed: round, phase, whose turn, every company and every player."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.present import words
from bot.present.ask import what_now, whose_turn
from bot.present.embeds import add, embed
from bot.present.offers import waiting_line
from bot.present.order import ASIDE, DONE, NEXT, NOW, operating_marks
from engine import (
    DraftRound,
    Game,
    OperatingRound,
    SelectRound,
    kinds_of,
    market,
    on_sale,
    scoring,
)
from engine.state import Company, State, card_company, certificate_limit, certificates, is_directors
from storage import Offer


def status_embed(
    game: Game, name: str, offer: Offer | None = None, times: Sequence[str] = ()
) -> discord.Embed:
    """The state of the game that everybody may see; `times` tell of clocks and absences."""
    state = game.state
    lines = [f"**{words.phase(state.phase)}** · {words.count(len(game.history), 'move')}"]
    lines += [
        whose_turn(game, words.names(state)),
        what_now(game),
        waiting_line(game, offer) if offer else "",
        *times,
    ]
    if state.bank.broken and not game.finished:
        lines.append("The bank is broken: the game ends with this set of Operating Rounds.")
    lines += _companies(game)
    title = f"{words.player_name(name, 60)} · {_round(game)}"
    actor = game.actor if isinstance(game.actor, str) else None
    status = embed(title, "\n".join(filter(None, lines)), actor)
    if isinstance(state.round, DraftRound):
        add(status, "Open in the draft", open_cards(state.round.cards))
    add(status, f"Players in turn order (limit {certificate_limit(state)})", _players(game))
    add(status, "Bank", _bank(state))
    if isinstance(state.round, OperatingRound) and not game.finished:
        status.set_footer(text=f"{DONE} has operated  {NOW} on turn  {NEXT} still to operate")
    return status


def _round(game: Game) -> str:
    return "Game over" if game.finished else words.round_name(game.state)


def open_cards(cards: list[str]) -> str:
    """The open cards of the draft, by company: "EIR Director's, 3 × 10%"."""
    lines = []
    companies = sorted({c for c in map(card_company, cards) if c})
    for company in companies:
        mine = [c for c in cards if card_company(c) == company]
        parts = ["Director's certificate"] * any(map(is_directors, mine))
        shares = sum(not is_directors(c) for c in mine)
        parts += [f"{shares} × 10%"] if shares else []
        lines.append(f"{company}: {', '.join(parts)}")
    named = sorted(words.private(c) for c in cards if card_company(c) is None)
    return "\n".join(lines + ([", ".join(named)] if named else []))


# -- companies -------------------------------------------------------------------------------------


def _companies(game: Game) -> list[str]:
    state = game.state
    marks = operating_marks(state)
    floated = market.price_order(
        state, [c for c in state.companies.values() if c.floated and c.id not in marks]
    )
    lines = []
    if marks:
        order = " ".join(f"{mark}{company}" for company, mark in marks.items())
        lines.append(f"\n**Operating order** {order}")
    lines += [
        company_lines(state, company, marks.get(company.id, ASIDE))
        for company in [*(state.companies[c] for c in marks), *floated]
    ]
    unfloated = [c for c in state.companies.values() if not c.floated]
    if unfloated:
        lines.append("\n**Not floated yet**")
        unfloated.sort(key=lambda c: (-c.face_value, c.id))
        lines += [unfloated_line(state, company) for company in unfloated]
    return lines


def company_lines(state: State, company: Company, mark: str) -> str:
    """A floated company in two or three short lines."""
    tokens = f" + {company.exchange_left} exchange" if company.exchange_left > 0 else ""
    stations = words.count(company.stations_left, "station") + f"{tokens} left"
    price, head = words.money(company.price), words.head(words.names(state), company)
    lines = [
        f"{mark} **{company.id}** price {price} · {head}",
        f"cash {words.money(company.cash)} · trains {words.trains(company)} · {stations}",
    ]
    also = ["Guaranty Warrant"] * company.guaranty
    owned = words.owned(company)
    also += [f"owns {', '.join(owned)}"] if owned else []
    return "\n".join(lines + ([" · ".join(also)] if also else []))


def unfloated_line(state: State, company: Company) -> str:
    """A company that has not floated in one line."""
    sold = 100 - company.ipo
    warrant = " · Guaranty" if company.guaranty else ""
    head = f" · {words.head(words.names(state), company)}" if company.head else ""
    return (
        f"{ASIDE} **{company.id}** face {words.money(company.face_value)} · {sold}% sold · "
        f"cash {words.money(company.cash)}{head}{warrant}"
    )


# -- players and bank ------------------------------------------------------------------------------


def _players(game: Game) -> list[str]:
    state = game.state
    if game.finished:
        rows = scoring.standing(state)
        return [
            f"{place}. **{words.player(state, player.id)}** {words.money(worth)}"
            for place, (player, worth) in enumerate(rows, 1)
        ]
    lines = []
    for seat in state.order:
        player = state.players[seat]
        alone = game.player_to_act == seat and not isinstance(state.round, SelectRound)
        mark = NOW if alone else ASIDE
        held = words.count(certificates(state, player), "certificate")
        cash = f"cash {words.money(player.cash)}"
        lines.append(f"{mark} **{words.player(state, player.id)}** {cash} · {held}")
    return lines


def _bank(state: State) -> list[str]:
    offers = [
        f"a {words.train(kind.name)} train for {words.money(kind.price)}"
        for train in on_sale(state)
        for kind in kinds_of(train.info.row)
    ]
    lines = [f"cash {words.money(state.bank.cash)} · {words.bonds(state.bonds_in_bank)}"]
    lines.append(f"On sale: {', '.join(offers) or 'no train'}")
    rows = sorted(t.info.row for t in state.discard)
    if rows:
        sold = [f"{words.train(row)} train ({rows.count(row)})" for row in dict.fromkeys(rows)]
        lines.append(f"In the {words.DISCARD}: {', '.join(sold)}")
    return lines
