"""The state of a game in the form of the recorded traces (JSON)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine import Game, Legal, market, scoring
from engine.events import EntityId
from engine.hexsides import border_name, exit_of
from engine.state import Company, Player, certificate_limit, certificates


def state_json(game: Game) -> dict[str, Any]:
    """The `state` of a trace line."""
    state = game.state
    return {
        "turn": state.turn,
        "round": state.round.name,
        "round_num": state.round.number,
        "phase": state.phase,
        "step": game.step,
        "actor": _name(game, game.actor),
        "bank": state.bank.cash,
        "finished": state.finished,
        "certificate_limit": certificate_limit(state),
        "players": [_player(game, state.players[p]) for p in state.order],
        "companies": {c.id: _company(game, c) for c in state.companies.values()},
        "open_market_privates": sorted(state.market_privates),
        "bonds_in_bank": state.bonds_in_bank,
        "ipo_rows": state.ipo_rows,
        "bank_trains": {row: len(trains) for row, trains in state.depot.items() if trains},
        "open_market_trains": dict(Counter(t.kind for t in state.discard)),
        "tiles": {h: f"{number}/{rotation}" for h, (number, rotation) in state.board.tiles.items()},
        "gauge_changes": sorted(border_name(m) for m in state.board.markers),
        "unclaimed": sorted(state.unclaimed),
        "jewelry": state.jewelry,
    }


def _name(game: Game, entity: EntityId | None) -> str | None:
    """A company's letters, or the name with which a player began the game."""
    return game.setup.players[entity - 1] if isinstance(entity, int) else entity


def _player(game: Game, player: Player) -> dict[str, Any]:
    state = game.state
    return {
        "name": _name(game, player.id),
        "cash": player.cash,
        "shares": dict(sorted(player.shares.items())),
        "privates": sorted(player.privates),
        "bonds": player.bonds,
        "hand": sorted(player.hand),
        "certificates": certificates(state, player),
        "worth": scoring.worth(state, player),
    }


def _company(game: Game, company: Company) -> dict[str, Any]:
    state = game.state
    return {
        "cash": company.cash,
        "face_value": company.face_value,
        "price": company.price,
        "rank": market.rank(state, company),
        "floated": company.floated,
        "head": _name(game, company.head),
        "kind": company.kind,
        "ipo": company.ipo,
        "open_market": company.market,
        "shares": dict(sorted(company.shares.items())),
        "privates": sorted(company.privates),
        "guaranty": company.guaranty,
        "bonds": company.bonds,
        "trains": [t.kind for t in company.trains],
        "stations": sorted(company.station_order),
        "stations_left": company.stations_left,
        "concessions": list(company.concessions),
    }


def legal_json(game: Game, legal: Legal) -> dict[str, Any]:
    """The `legal` of a trace line: what the form knows of what may be done now."""
    found: dict[str, Any] = {
        "step": legal.step,
        "actor": _name(game, legal.actor),
        "may_pass": legal.may_pass,
        "draft": legal.draft,
        "buy_card": legal.buy_card,
        "buy_share": legal.buy_share,
        "sell_shares": [list(row) for row in legal.sell_shares],
        "sell_card": legal.sell_card,
        "buy_train": [list(row) for row in legal.buy_train],
        "sell_train": [list(row) for row in legal.sell_train],
        "station": sorted({hex_id for hex_id, _ in legal.stations}),
        "lay": sorted(f"{h} {tile} {rotation}" for h, tile, rotation in legal.lay),
        "remove_gauge_change": [border_name(exit_of(h, e)) for h, e in legal.unmark],
    }
    return {k: v for k, v in found.items() if v or k in ("step", "actor", "may_pass")}
