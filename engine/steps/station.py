"""Step 2, station (1.6.2): at most one station, in a city that the network reaches."""

from __future__ import annotations

from typing_extensions import override

from engine import ledger
from engine.actions import PlaceStation, Token
from engine.components import DANISH, DUTCH, PORTUGUESE
from engine.errors import RuleViolation, require
from engine.events import BANK, StationPlaced
from engine.legal import City, Legal
from engine.node import Node
from engine.state import Company, State
from engine.turn import Step, Turn

TRACK_POWERS = (PORTUGUESE, DUTCH)
"""Privates whose track may yet open a city."""
CLAUSE = "1.6.2"


class StationStep(Step):
    """Station: build at most one."""

    actions = (PlaceStation,)

    @override
    def asked(self, state: State, turn: Turn, company: Company) -> bool:
        head = state.players[company.head] if company.head else None
        held = {*company.privates, *(head.privates if head else ())}
        if DANISH in held:
            return True
        if not can_pay(company):
            return False
        opens = () if state.ruleset.station_step_ignores_heads_power else TRACK_POWERS
        if head and any(p in head.privates for p in opens):
            return True
        return bool(open_cities(state, company))

    @override
    def passed_over(self, state: State, turn: Turn, company: Company) -> str | None:
        if company.next_station_cost is None:
            return "limit"
        if not can_pay(company):
            return "no_cash"
        return "nothing_offered" if _other_cities(state, company) else "own_everywhere"

    @override
    def apply(self, state: State, turn: Turn, company: Company, action: PlaceStation) -> None:
        kind, cost = token_for(company, action.token)
        board = state.board
        node = city_for(state, company, action)
        require(
            node in board.reach(company.id).nodes,
            f"{action.hex} is out of reach of {company.id}'s network.",
            CLAUSE,
        )
        require(node.free_slots(), f"All slots of {action.hex} are full.", CLAUSE)
        require(
            board.free_for(node, company.id),
            f"The last free slot of {action.hex} is kept for the home station of "
            f"{' and '.join(board.kept_for(action.hex))}.",
            CLAUSE,
        )
        ledger.check_pays(company, cost, "The station")
        build(state, company, node, cost, action.slot, kind)
        turn.over = True

    @override
    def fill(self, state: State, turn: Turn, company: Company, found: Legal, lays: bool) -> None:
        if can_pay(company):
            found.stations = sorted(City(n.hex, n.index) for n in open_cities(state, company))


def city_for(state: State, company: Company, action: PlaceStation) -> Node:
    """The city that is meant. Raises RuleViolation if there is none, or a station in its hex."""
    board = state.board
    node = board.city(action.hex, action.city) if action.hex in board.nodes else None
    if node is None:
        raise RuleViolation(f"There is no such city in {action.hex}.", CLAUSE)
    require(
        not board.in_hex(action.hex, company.id),
        f"{company.id} has a station in {action.hex} already; one in a hex is the most.",
        CLAUSE,
    )
    return node


def open_cities(state: State, company: Company) -> list[Node]:
    """Reachable cities with a slot for the company, homes of others kept."""
    board = state.board
    return [
        n
        for n in board.reach(company.id).nodes
        if n.kind == "city" and board.free_for(n, company.id)
    ]


def _other_cities(state: State, company: Company) -> bool:
    """Whether the network reaches a city in a hex without a station of the company."""
    board = state.board
    return any(
        node.kind == "city" and not board.in_hex(node.hex, company.id)
        for node in board.reach(company.id).nodes
    )


def can_pay(company: Company) -> bool:
    """Whether the company has an unused station and the ₹ for the next one."""
    cost = company.next_station_cost
    return cost is not None and cost <= company.cash


def token_for(company: Company, wanted: Token | None) -> tuple[Token, int]:
    """The station that is built, the cheaper one unless one is wanted, and its cost in ₹.

    Raises RuleViolation when there is none.
    """
    if wanted == "exchange" or (wanted is None and company.exchange_idle):
        require(company.exchange_idle, f"{company.id} has no exchange token left over.", CLAUSE)
        return "exchange", 0
    cost = company.ordinary_station_cost
    if cost is None:
        raise RuleViolation(f"{company.id} has built all its stations.", CLAUSE)
    return "ordinary", cost


def build(
    state: State,
    company: Company,
    node: Node,
    cost: int,
    slot: int | None,
    kind: Token,
    beside: bool = False,
) -> None:
    """Stand a station of the company in a city for ₹ `cost`; `beside` its slots if told so."""
    ledger.move(state, company.id, BANK, cost, f"station in {node.hex}")
    if beside:
        state.board.place_beside(node, company.id)
    else:
        state.board.place(node, company.id, slot)
    if kind == "exchange":
        company.exchange_idle -= 1
    else:
        company.stations_used += 1
    company.station_order.append(node.hex)
    towards = state.board.towards(node)
    state.emit(StationPlaced(company.id, node.hex, node.index, cost, towards))
