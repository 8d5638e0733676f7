"""A way to lay a tile, in short: what it costs, where the gauge changes, what it crosses."""

from __future__ import annotations

from bot.present import words
from engine import Game, Lay, lay_cost, turn_now
from engine.components import components
from engine.hexsides import border_at, border_name, exit_of


def cost(game: Game, lay: Lay) -> int:
    """₹ that a lay costs the company on turn; 0 where none is."""
    hex_id, number, rotation = lay
    turn, printed = turn_now(game.state), components()
    tile, here = printed.tiles[number], printed.hexes[hex_id]
    return lay_cost(game.state, turn, tile, here, rotation) if turn else 0


def gauge_changes(game: Game, lay: Lay) -> list[str]:
    """The borders that a lay crosses for the first time, where the gauge changes."""
    hex_id, number, rotation = lay
    state, mask = game.state, components().tiles[number].masks[rotation]
    joins = state.board.joins(hex_id, mask, state.markers_allowed)
    return [words.border(border_name(join.exit)) for join in joins if join.marker]


def note(game: Game, lay: Lay) -> str:
    """What a lay costs and where it makes the gauge change, in short."""
    price = cost(game, lay)
    changes = [f"gauge change {name}" for name in gauge_changes(game, lay)]
    return ", ".join([*changes, words.money(price) if price else "free"])


def crossings(lay: Lay) -> list[str]:
    """The printed borders that the tile's track leads to, whether track lies behind them or not."""
    hex_id, number, rotation = lay
    mask = components().tiles[number].masks[rotation]
    found = []
    for edge in range(6):
        border = border_at(exit_of(hex_id, edge)) if mask >> edge & 1 else None
        if border:
            kind = "river" if border[0] == "water" else "province border"
            found.append(f"{kind} towards {components().hexes[hex_id].neighbors[edge]}")
    return found
