"""Where a line of yellow tiles may go on (1.6.1): the empty hexes that its path points into.

There must be a path that starts at one of the company's stations, uses track of every tile laid
this turn in the order laid, and ends pointing into the empty hex. It visits no city or town twice
and uses no track twice. It may run on through older track, and through red cities.

Forward from the first tile all paths are followed; for the part before it only its existence
matters, so a plain search that avoids what the forward part used decides it.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.board import Board
from engine.hexsides import canonical, exit_place, opposite
from engine.node import Node
from engine.state import State


def line_ends(state: State, company: str, line: list[str]) -> dict[str, int]:
    """The empty hexes into which the line points, each with a mask of the edges of entry.

    On 18xx.games the last tile decides alone where it points to one or two empty hexes (triple
    towns and Delhi or Kolkata apart), so that a line does not run on through a red city there.
    """
    if state.ruleset.line_stops_at_red_city:
        pointed = _pointed_at(state.board, line[-1])
        if len(pointed) in (1, 2):
            return pointed
    search = _Search(state.board, company, line)
    for node in state.board.nodes[line[0]]:
        search.start(node)
    return search.ends


def _pointed_at(board: Board, hex_id: str) -> dict[str, int]:
    """The empty hexes at the two ends of a tile; nothing for a tile with one end or with six."""
    exits = [x for n in board.nodes[hex_id] for x in n.far if x >= 0]
    if len(exits) in (1, 6):
        return {}
    places = [exit_place(x) for x in exits]
    return {hex_id: 1 << edge for hex_id, edge in places if board.is_empty(hex_id)}


class _Search:
    def __init__(self, board: Board, company: str, line: list[str]) -> None:
        self.board = board
        self.company = company
        self.line = line
        self.ends: dict[str, int] = {}

    def start(self, node: Node) -> None:
        """Follow all paths whose first new track is in `node`."""
        for exit_ in node.exits:
            entries = [e for e in node.exits if e != exit_]
            self._forward(exit_, {node}, {canonical(exit_)}, 1, node, entries)

    def _forward(
        self,
        exit_: int,
        seen: set[Node],
        sides: set[int],
        laid: int,
        first: Node,
        entries: list[int],
    ) -> None:
        far = opposite()[exit_]
        if far < 0:
            return
        hex_id, edge = exit_place(far)
        node = self.board.owner[far]
        if node is None:
            if (
                laid == len(self.line)
                and self.board.is_empty(hex_id)
                and not self.ends.get(hex_id, 0) >> edge & 1
                and self._comes_from_station(first, entries, seen, sides)
            ):
                self.ends[hex_id] = self.ends.get(hex_id, 0) | 1 << edge
            return
        if node in seen or node.blocks(self.company):
            return
        if hex_id in self.line:
            place = self.line.index(hex_id)
            if place > laid:
                return
            laid = max(laid, place + 1)
        seen.add(node)
        for onward in node.exits:
            side = canonical(onward)
            if onward != far and side not in sides and self._leads_on(onward, seen, laid):
                sides.add(side)
                if self._comes_from_station(first, entries, seen, sides):
                    self._forward(onward, seen, sides, laid, first, entries)
                sides.discard(side)
        seen.discard(node)

    def _leads_on(self, exit_: int, seen: set[Node], laid: int) -> bool:
        """Whether the next tile of the line, or an end not yet found, could lie beyond an exit."""
        done = set(seen)
        stack = [opposite()[exit_]]
        while stack:
            far = stack.pop()
            if far < 0:
                continue
            hex_id, edge = exit_place(far)
            node = self.board.owner[far]
            if node is None:
                new = not self.ends.get(hex_id, 0) >> edge & 1
                if new and laid == len(self.line) and self.board.is_empty(hex_id):
                    return True
            elif node not in done and not node.blocks(self.company):
                if laid < len(self.line) and hex_id == self.line[laid]:
                    return True
                done.add(node)
                stack += node.far
        return False

    def _comes_from_station(
        self, first: Node, entries: list[int], seen: set[Node], sides: set[int]
    ) -> bool:
        """Whether a station's path reaches the first tile without what the line uses after it."""
        if first.kind == "city" and first.has(self.company):
            return True
        done = set(seen)
        stack = [opposite()[e] for e in entries if canonical(e) not in sides]
        for node in self._nodes_at(stack):
            if node in done:
                continue
            done.add(node)
            if node.kind == "city" and node.has(self.company):
                return True
            if not node.blocks(self.company):
                stack += [
                    f
                    for x, f in zip(node.exits, node.far, strict=True)
                    if canonical(x) not in sides
                ]
        return False

    def _nodes_at(self, stack: list[int]) -> Iterator[Node]:
        while stack:
            far = stack.pop()
            node = self.board.owner[far] if far >= 0 else None
            if node is not None:
                yield node
