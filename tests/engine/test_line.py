"""The line of yellow tiles (1.6.1), compared with a plain search of all paths from the stations."""

from __future__ import annotations

from engine import line_ends
from engine.board import Board
from engine.hexsides import exit_place
from engine.node import Node
from tests.engine.recorded import operating, positions

MOST_STEPS = 1500
ENOUGH = 120


def all_ends(board: Board, company: str, line: list[str]) -> dict[str, int] | None:
    """The empty hexes where a path that uses the line in order ends; None if it takes too long."""
    ends: dict[str, int] = {}
    stack: list[tuple[Node, frozenset[Node], int, int]] = [
        (station, frozenset({station}), int(station.hex == line[0]), -1)
        for station in board.stations_of(company)
    ]
    for _ in range(MOST_STEPS):
        if not stack:
            return ends
        node, seen, laid, entry = stack.pop()
        for exit_, far in zip(node.exits, node.far, strict=True):
            if far < 0 or exit_ == entry:
                continue
            hex_id, edge = exit_place(far)
            onward = board.owner[far]
            if onward is None:
                if laid == len(line) and board.is_empty(hex_id):
                    ends[hex_id] = ends.get(hex_id, 0) | 1 << edge
            elif onward not in seen and not onward.blocks(company):
                place = line.index(hex_id) if hex_id in line else -1
                if place <= laid:
                    stack.append((onward, seen | {onward}, laid + (place == laid), far))
    return None


def test_1_6_1_3_the_ends_of_a_line_are_those_of_all_paths() -> None:
    compared = 0
    for game in positions():
        found = operating(game, "track")
        if not found or not found[1].line:
            continue
        state, turn, company = found
        expected = all_ends(state.board, company.id, turn.line)
        if expected is not None:
            assert line_ends(state, company.id, turn.line) == expected, turn.line
            compared += 1
    assert compared > ENOUGH
