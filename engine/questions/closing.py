"""A company closes when its marker reaches 0 (1.10)."""

from __future__ import annotations

from dataclasses import dataclass, field

from typing_extensions import override

from engine import ledger, market
from engine.actions import AnyAction, Exchange, Pass
from engine.components import GIPR, components
from engine.events import BANK, CompanyClosed, StationPlaced, StationRemoved
from engine.flow import wrong_step
from engine.legal import Legal
from engine.node import Node
from engine.state import Company, Pending, State, card_company


def check(state: State, company: Company) -> bool:
    """Start closing the company if its price is 0; true if it closes.

    Where GIPR has an exchange token, the home station is replaced without asking; its head is then
    asked for each other station, where GIPR does not stand already, until no token is left. On
    18xx.games the questions go on when it was the home that took the last token; the count of
    tokens left falls below zero then.
    """
    if company.price != components().constants["closes_at"]:
        return False
    gipr = state.gipr
    if gipr is None or not gipr.floated or company.id == gipr.id or gipr.exchange_left <= 0:
        finish(state, company)
        return True
    hexes = list(company.station_order)
    if hexes:
        _replace_home(state, company, gipr, hexes.pop(0))
    asked = [h for h in hexes if not state.board.in_hex(h, gipr.id)]
    for hex_id in hexes:
        if hex_id not in asked:
            _remove(state, company, hex_id)
    if asked and (gipr.exchange_left > 0 or state.ruleset.exchange_asks_beyond_last):
        state.pending.append(ExchangeQuestion(company.id, asked))
    else:
        finish(state, company)
    return True


def _replace_home(state: State, company: Company, gipr: Company, hex_id: str) -> None:
    """GIPR takes the place of the home station, unless it stands in that hex already.

    On 18xx.games a token is used then too, and left over to be built as a station.
    """
    if state.board.in_hex(hex_id, gipr.id):
        _remove(state, company, hex_id)
        if state.ruleset.exchange_token_left_over:
            gipr.exchange_left -= 1
            gipr.exchange_idle += 1
    else:
        _replace(state, company, gipr, hex_id)
        company.stations_used -= 1


def _replace(state: State, company: Company, gipr: Company, hex_id: str) -> None:
    """GIPR takes the place of a station, in its slot or beside the slots, and uses a token."""
    board = state.board
    node, slot = _remove(state, company, hex_id, replaced=True)
    if node is None:
        board.waiting[hex_id].append(gipr.id)
        board.changed()
    elif slot is None:
        board.place_beside(node, gipr.id)
    else:
        board.place(node, gipr.id, slot)
    gipr.station_order.append(hex_id)
    gipr.exchange_left -= 1
    towards = board.towards(node) if node else None
    state.emit(StationPlaced(gipr.id, hex_id, node.index if node else 0, 0, towards))


def _remove(
    state: State, company: Company, hex_id: str, replaced: bool = False
) -> tuple[Node | None, int | None]:
    """Take one station off the board; returns its city (None if it waited for one) and its slot.

    The slot is None for a station that stood beside the slots.
    """
    board = state.board
    company.station_order.remove(hex_id)
    company.stations_used -= not replaced
    state.emit(StationRemoved(company.id, hex_id))
    waiting = board.waiting.get(hex_id, [])
    if company.id in waiting:
        waiting.remove(company.id)
        board.changed()
        return None, None
    node = next(n for n in board.cities(hex_id) if n.has(company.id))
    slot = node.stations.index(company.id) if company.id in node.stations else None
    board.take_away(node, company.id, state.ruleset.danish_slot_stays and not replaced)
    return node, slot


def finish(state: State, company: Company) -> None:
    """Remove the company from the game; nothing is paid for it, its concessions stay taken."""
    for hex_id in list(company.station_order):
        _remove(state, company, hex_id)
    state.board.release(company.id)
    state.discard += company.trains
    company.trains = []
    state.market_privates += company.privates
    state.bonds_in_bank += company.bonds
    for other_id, percent in company.shares.items():
        if other_id != company.id:
            state.companies[other_id].market += percent
    ledger.move(state, company.id, BANK, company.cash, f"treasury of {company.id}")
    for player in state.players.values():
        player.shares.pop(company.id, None)
        player.hand = [c for c in player.hand if card_company(c) != company.id]
    for other in state.companies.values():
        other.shares.pop(company.id, None)
    state.ipo_rows = [[c for c in row if card_company(c) != company.id] for row in state.ipo_rows]
    market.remove_marker(state, company)
    del state.companies[company.id]
    state.emit(CompanyClosed(company.id))


@dataclass(slots=True)
class ExchangeQuestion(Pending):
    """Whether GIPR replaces the first of the stations in `hexes`; a pass declines.

    They stand in the order in which the company built them.
    """

    company: str
    hexes: list[str] = field(default_factory=list)

    @override
    def step(self, state: State) -> str:
        return "exchange"

    @override
    def actor(self, state: State) -> str:
        return GIPR

    @override
    def apply(self, state: State, action: AnyAction) -> None:
        declined = isinstance(action, Pass) and action.actor == GIPR
        if not isinstance(action, Exchange) and not declined:
            raise wrong_step(state)
        company = state.companies[self.company]
        hex_id = self.hexes.pop(0)
        if isinstance(action, Exchange) and action.accept:
            gipr = state.companies[GIPR]
            _replace(state, company, gipr, hex_id)
            if gipr.exchange_left == 0:
                self.hexes.clear()
        else:
            _remove(state, company, hex_id)
        if not self.hexes:
            state.pending.remove(self)
            finish(state, company)

    @override
    def legal(self, state: State, lays: bool) -> Legal:
        return Legal("exchange", GIPR, may_pass=True, exchange=self.hexes[0])
