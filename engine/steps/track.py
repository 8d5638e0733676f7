"""Step 1, track (1.6.1): yellow tiles in one line, or one upgrade, or one marker removed."""

from __future__ import annotations

from collections.abc import Iterator

from typing_extensions import override

from engine import ledger, privates, terrain
from engine.actions import LayTile, RemoveMarker
from engine.board import Reach, fits, keeps_track
from engine.components import DUTCH, EDGES, FRENCH, PORTUGUESE, Hex, Tile, components
from engine.errors import RuleViolation, require
from engine.events import BANK, MarkerRemoved, TileLaid
from engine.hexsides import border_name, canonical, exit_of, exit_place, opposite
from engine.legal import Border, Lay, Legal
from engine.questions import home
from engine.state import Company, State
from engine.steps.railhead import line_ends
from engine.turn import MOST_YELLOW, Step, Turn

TRACK_PRIVATES = (PORTUGUESE, DUTCH)
CLAUSE = "1.6.1"


class TrackStep(Step):
    """Track: lay yellow tiles in a line, upgrade one tile, or remove one marker."""

    actions = (LayTile, RemoveMarker)

    @override
    def asked(self, state: State, turn: Turn, company: Company) -> bool:
        return not turn.track_laid or any(p in company.privates for p in TRACK_PRIVATES)

    @override
    def passed_over(self, state: State, turn: Turn, company: Company) -> str | None:
        return None  # something can always be done at first

    @override
    def leave(self, state: State, turn: Turn, company: Company) -> None:
        """The French EIC closes when track ends, its discount used or not."""
        turn.discount = 0
        if turn.discounted:
            owner = privates.owner_of(state, company, FRENCH)
            if owner:
                privates.close(state, owner, FRENCH)
            turn.discounted = False

    @override
    def apply(
        self, state: State, turn: Turn, company: Company, action: LayTile | RemoveMarker
    ) -> None:
        if isinstance(action, RemoveMarker):
            _remove_marker(state, turn, company, action)
            return
        tile, here = known(action)
        if here.id in state.board.tiles or not here.buildable:
            require(
                not turn.line, "After a yellow tile no upgrade may follow in this turn.", CLAUSE
            )
            require(not turn.upgraded, "One upgrade a turn is the most.", CLAUSE)
            check(upgrade_fault(state, company.id, tile, here, action.rotation))
            lay(state, turn, company, action)
            turn.upgraded = True
        else:
            require(
                not turn.upgraded,
                "After an upgrade no yellow tile may follow in this turn.",
                CLAUSE,
            )
            require(
                len(turn.line) < MOST_YELLOW,
                f"{MOST_YELLOW} yellow tiles a turn are the most.",
                CLAUSE,
            )
            if turn.line:
                check(_line_fault(state, turn, company, tile, here, action.rotation))
            check(yellow_fault(state, company.id, tile, here, action.rotation))
            lay(state, turn, company, action)
            turn.line.append(here.id)

    @override
    def fill(
        self, state: State, turn: Turn, company: Company, found: Legal, with_lays: bool
    ) -> None:
        if with_lays:
            found.lay = list(lays(state, turn, company))
        if not turn.line and not turn.upgraded:
            found.unmark = removable(state, company)


def check(fault: str | None) -> None:
    """Raise RuleViolation if there is a fault, which is its message."""
    if fault:
        raise RuleViolation(fault, CLAUSE)


def known(action: LayTile) -> tuple[Tile, Hex]:
    """The printed tile and hex of a lay. Raises RuleViolation for names that do not exist."""
    tile = components().tiles.get(action.tile)
    here = components().hexes.get(action.hex)
    if tile is None:
        raise RuleViolation(f"There is no tile {action.tile}.")
    if here is None:
        raise RuleViolation(f"There is no hex {action.hex} on the map.")
    require(action.rotation in EDGES, "A tile is turned by 0 to 5 times 60°.")
    return tile, here


# -- what fits where -------------------------------------------------------------------------------


def suits(tile: Tile, here: Hex) -> bool:
    """Whether a yellow tile is made for the hex as printed: its cities, towns and label."""
    label = here.label if here.buildable else None
    return (
        tile.color == "yellow"
        and tile.cities == here.city_count
        and tile.towns == here.town_count
        and tile.label == label
    )


def _edge_fault(tile: Tile, here: Hex, rotation: int) -> str | None:
    ferry = components().constants["ferry"]
    if not fits(tile, rotation, here):
        return (
            f"Turned by {rotation}, tile {tile.number} has track against a side of {here.id} "
            "that takes none."
        )
    if here.id == ferry["hex"]:
        joined = {here.neighbors[e] for e in EDGES if tile.masks[rotation] >> e & 1}
        if ferry["joins"] not in joined:
            return f"A ferry in {here.id} must join {ferry['joins']}."
    return None


def _reached(reach: Reach, tile: Tile, here: Hex, rotation: int, company: str) -> str | None:
    if not reach.edges.get(here.id, 0) & tile.masks[rotation]:
        return f"Track laid in {here.id} must be connected to one of {company}'s stations."
    return None


def yellow_fault(state: State, company: str, tile: Tile, here: Hex, rotation: int) -> str | None:
    """Why a yellow tile cannot be laid in an empty hex; None when it can (line and price apart)."""
    if not here.buildable:
        return f"Nothing can be built in {here.id}."
    if not suits(tile, here):
        return f"Tile {tile.number} is not made for {here.id}."
    if not state.board.supply[tile.number]:
        return f"No tile {tile.number} is left."
    return _edge_fault(tile, here, rotation) or _reached(
        state.board.reach(company), tile, here, rotation, company
    )


def upgrade_fault(
    state: State, company: str, tile: Tile, here: Hex, rotation: int, joined: bool = False
) -> str | None:
    """Why a tile cannot replace the one in the hex; None when it can (price apart).

    A town becomes a city in any hex into which the network points, unless the tile must be
    `joined`. Every other upgrade must join the network, and then uses new track: it adds exits to
    track that the network enters.
    """
    board = state.board
    old = board.tile(here.id)
    if not here.buildable:
        return f"{here.id} is printed on the map and never changes."
    if old is None:
        return f"{here.id} has no tile to upgrade."
    if tile.number not in old.upgrades:
        return f"Tile {old.number} in {here.id} cannot be upgraded to {tile.number}."
    if tile.cities and here.id in components().constants["never_cities"]:
        return f"The town in {here.id} never becomes a city."
    if not board.supply[tile.number]:
        return f"No tile {tile.number} is left."
    fault = _edge_fault(tile, here, rotation)
    if fault:
        return fault
    if not keeps_track(board.nodes[here.id], tile, rotation):
        return f"Turned by {rotation}, tile {tile.number} does not keep the track in {here.id}."
    reached = board.reach(company).edges.get(here.id, 0)
    if not reached:
        return f"{here.id} is out of reach of {company}'s network."
    to_city = tile.cities and old.towns
    if not reached & tile.masks[rotation] and joined and to_city:
        return f"The city in {here.id} must be joined to {company}'s network."
    if not reached & tile.masks[rotation] and not to_city:
        return f"The upgrade in {here.id} must use new track that {company} can reach."
    return None


def _line_fault(
    state: State, turn: Turn, company: Company, tile: Tile, here: Hex, rotation: int
) -> str | None:
    ends = line_ends(state, company.id, turn.line)
    if here.id not in ends:
        where = ", ".join(sorted(ends)) or "nowhere"
        return f"The next yellow tile goes where the line points: {where}, not {here.id}."
    if not state.ruleset.line_need_not_join and not ends[here.id] & tile.masks[rotation]:
        return f"The track of the next yellow tile must join the line that points into {here.id}."
    return None


# -- laying ----------------------------------------------------------------------------------------


def lay_cost(state: State, turn: Turn, tile: Tile, here: Hex, rotation: int) -> int:
    """₹ for terrain and rivers, less what is left of the French EIC's discount."""
    return max(0, terrain.bill(state.board, here.id, tile, rotation) - turn.discount)


def lay(state: State, turn: Turn, company: Company, action: LayTile) -> None:
    """Pay for and lay a tile that was found to fit. Raises RuleViolation if it cannot be paid."""
    tile, here = known(action)
    turn_by = action.rotation
    board = state.board
    cost = lay_cost(state, turn, tile, here, turn_by)
    ledger.check_pays(company, cost, "The tile")
    first = here.id not in board.tiles
    turn.discount -= terrain.bill(board, here.id, tile, turn_by) - cost
    joins = board.lay(here.id, tile.number, turn_by, state.markers_allowed)
    ledger.move(state, company.id, BANK, cost, f"track in {here.id}")
    markers = tuple(border_name(j.exit) for j in joins if j.marker)
    state.emit(TileLaid(company.id, here.id, tile.number, turn_by, cost, markers))
    if first and home.is_double(here.id):
        home.settle(state, here.id, company.id)


def removable(state: State, company: Company) -> list[Border]:
    """Each marker that the company may remove (Phase IV).

    Its network lies in or points into both hexes.
    """
    if state.phase != "IV":
        return []
    hexes = state.board.reach(company.id).edges
    found = []
    for marker in state.board.markers:
        here, edge = exit_place(marker)
        there = exit_place(opposite()[marker])[0]
        if here in hexes and there in hexes:
            found.append(Border(here, edge))
    return sorted(found)


def _remove_marker(state: State, turn: Turn, company: Company, action: RemoveMarker) -> None:
    require(
        not turn.line and not turn.upgraded,
        "Removing a gauge-change marker is the entire track step of a turn.",
        CLAUSE,
    )
    require(state.phase == "IV", "Gauge-change markers can be removed from Phase IV on.", CLAUSE)
    require(
        action.hex in components().hexes and action.edge in EDGES,
        f"There is no border {action.hex}.",
    )
    exit_ = exit_of(action.hex, action.edge)
    if opposite()[exit_] < 0 or not state.board.has_marker(exit_):
        raise RuleViolation("There is no gauge-change marker on that border.", CLAUSE)
    options = {canonical(exit_of(h, e)) for h, e in removable(state, company)}
    require(
        canonical(exit_) in options,
        f"Both hexes of the marker must be on {company.id}'s network.",
        CLAUSE,
    )
    state.board.unmark(exit_)
    turn.over = True
    state.emit(MarkerRemoved(company.id, border_name(exit_)))


# -- what is possible ------------------------------------------------------------------------------


def lays(state: State, turn: Turn, company: Company) -> Iterator[Lay]:
    """Every lay that the company may lay now and can pay for."""
    if turn.track_laid:
        return
    if not turn.line:
        yield from affordable(state, turn, company, yellow_lays(state, company.id))
        yield from affordable(state, turn, company, upgrades(state, company.id))
        return
    ends = line_ends(state, company.id, turn.line)
    joined = not state.ruleset.line_need_not_join
    found = (
        lay
        for lay in yellow_lays(state, company.id, ends)
        if not joined or components().tiles[lay.tile].masks[lay.rotation] & ends[lay.hex]
    )
    yield from affordable(state, turn, company, found)


def affordable(state: State, turn: Turn, company: Company, found: Iterator[Lay]) -> Iterator[Lay]:
    """Those of the lays that the company can pay for, the discount of the French EIC taken off."""
    printed = components()
    for hex_id, number, rotation in found:
        tile, here = printed.tiles[number], printed.hexes[hex_id]
        if lay_cost(state, turn, tile, here, rotation) <= company.cash:
            yield Lay(hex_id, number, rotation)


def yellow_lays(state: State, company: str, hexes: dict[str, int] | None = None) -> Iterator[Lay]:
    """Yellow tiles in empty hexes that the network reaches.

    Only those in `hexes`, if these are given. Whether they can be paid for is not looked at.
    """
    board, printed = state.board, components()
    yellow = [t for t in printed.tiles.values() if t.color == "yellow" and board.supply[t.number]]
    for hex_id in hexes if hexes is not None else board.reach(company).edges:
        if not board.is_empty(hex_id):
            continue
        here = printed.hexes[hex_id]
        for tile in yellow:
            if suits(tile, here):
                for r in EDGES:
                    if yellow_fault(state, company, tile, here, r) is None:
                        yield Lay(hex_id, tile.number, r)


def upgrades(state: State, company: str, joined: bool = False) -> Iterator[Lay]:
    """Upgrades that the network reaches, paid for or not.

    With `joined` the tile must be joined to it, as `upgrade_fault` has it.
    """
    board, printed = state.board, components()
    for hex_id in board.reach(company).edges:
        old = board.tile(hex_id)
        if old is None:
            continue
        here = printed.hexes[hex_id]
        for number in old.upgrades:
            if board.supply[number]:
                for r in EDGES:
                    tile = printed.tiles[number]
                    if upgrade_fault(state, company, tile, here, r, joined) is None:
                        yield Lay(hex_id, number, r)
