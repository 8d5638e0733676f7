"""What a tile costs (1.6.1.7 to 1.6.1.9): the terrain of an empty hex, and new crossings."""

from __future__ import annotations

from engine.board import Board
from engine.components import Tile, components


def bill(board: Board, hex_id: str, tile: Tile, rotation: int) -> int:
    """₹ for a tile in a hex, turned by `rotation` times 60°, before anything is taken off."""
    terrain = components().hexes[hex_id].terrain_cost if hex_id not in board.tiles else 0
    crossings = board.joins(hex_id, tile.masks[rotation], markers=False)
    return terrain + sum(j.cost for j in crossings)
