"""The Privates' powers in a company's turn (1.1, 1.6.1, 1.6.2); one that is used closes."""

from __future__ import annotations

from engine.actions import AnyAction, LayTile, PlaceJewelry, PlaceStation, UseDiscount
from engine.components import BRITISH, DANISH, DUTCH, FRENCH, PORTUGUESE, components
from engine.errors import RuleViolation, require
from engine.events import ConcessionTaken
from engine.legal import City, Legal
from engine.privates import close, owner_of
from engine.state import Company, Owner, State
from engine.steps import station, track
from engine.turn import Turn

DISCOUNT = 40
"""₹ that the French EIC takes off a turn's terrain bill."""
JEWELRY = "JEWELRY"


def handles(action: AnyAction) -> bool:
    """Whether the action uses a Private."""
    if isinstance(action, LayTile | PlaceStation):
        return action.private is not None
    return isinstance(action, UseDiscount | PlaceJewelry)


def _owner(state: State, company: Company, private: str) -> Owner:
    owner = owner_of(state, company, private)
    if owner is None:
        name = components().privates[private].name if private in components().privates else private
        raise RuleViolation(
            f"Neither {company.id} nor its {company.role} owns the {name} ({private})."
        )
    return owner


def apply(state: State, turn: Turn, company: Company, action: AnyAction) -> None:
    """Use a Private's power. Raises RuleViolation with the state untouched."""
    if isinstance(action, LayTile):
        _lay(state, turn, company, action)
    elif isinstance(action, UseDiscount):
        _discount(state, turn, company)
    elif isinstance(action, PlaceStation):
        _station(state, turn, company, action)
    elif isinstance(action, PlaceJewelry):
        _jewelry(state, company, action)


def _lay(state: State, turn: Turn, company: Company, action: LayTile) -> None:
    private = action.private or ""
    require(private in track.TRACK_PRIVATES, f"{private} has no power to lay track.")
    owner = _owner(state, company, private)
    require(
        owner is not company or turn.step == "track",
        f"{company.id} may use its own {private} only while its track step is open.",
        "1.6.1",
    )
    tile, here = track.known(action)
    if private == PORTUGUESE:
        require(
            state.board.is_empty(here.id),
            f"The Portuguese EIC lays a yellow tile; {here.id} is no empty hex.",
        )
        track.check(track.yellow_fault(state, company.id, tile, here, action.rotation))
    else:
        track.check(track.upgrade_fault(state, company.id, tile, here, action.rotation, True))
    track.lay(state, turn, company, action)
    close(state, owner, private)


def _discount(state: State, turn: Turn, company: Company) -> None:
    _owner(state, company, FRENCH)
    require(turn.step == "track", "The French EIC is used during the track step.", "1.6.1")
    require(not turn.discounted, "The French EIC is in use already.")
    turn.discount = DISCOUNT
    turn.discounted = True


def _station(state: State, turn: Turn, company: Company, action: PlaceStation) -> None:
    require(action.private == DANISH, f"{action.private} has no power to build a station.")
    owner = _owner(state, company, DANISH)
    require(turn.step == "station", "The Danish EIC is used in the station step.", "1.6.2")
    ordinary = company.ordinary_station_cost is not None
    kind, _ = station.token_for(company, action.token or ("ordinary" if ordinary else None))
    node = station.city_for(state, company, action)
    beside = not state.board.free_for(node, company.id)
    station.build(state, company, node, 0, action.slot, kind, beside)
    turn.over = True
    close(state, owner, DANISH)


def _jewelry(state: State, company: Company, action: PlaceJewelry) -> None:
    owner = _owner(state, company, BRITISH)
    require(
        action.hex in jewelry_hexes(),
        "The jewelry marker goes into a hex without city or town, and not into the sea: "
        f"not {action.hex}.",
    )
    state.jewelry = action.hex
    state.unclaimed.remove(JEWELRY)
    company.concessions.append(JEWELRY)
    state.emit(ConcessionTaken(company.id, JEWELRY))
    close(state, owner, BRITISH)


def jewelry_hexes() -> list[str]:
    """Where the British EIC may put the jewelry marker: land without city or town (1.6.3)."""
    return [
        h.id
        for h in components().hexes.values()
        if not h.town_count and not h.city_count and h.color != "blue"
    ]


def fill(state: State, turn: Turn, company: Company, found: Legal, lays: bool) -> None:
    """Add what each Private at hand could do now."""
    for private in (PORTUGUESE, DUTCH):
        owner = owner_of(state, company, private)
        if lays and owner and (owner is not company or turn.step == "track"):
            if private == PORTUGUESE:
                possible = track.yellow_lays(state, company.id)
            else:
                possible = track.upgrades(state, company.id, joined=True)
            offered = list(track.affordable(state, turn, company, possible))
            if private == PORTUGUESE:
                found.powers.extra_yellow = offered
            else:
                found.powers.extra_upgrade = offered
    if turn.step == "track" and not turn.discounted and owner_of(state, company, FRENCH):
        found.powers.discount = True
    if turn.step == "station" and company.stations_left and owner_of(state, company, DANISH):
        cities = state.board.all_cities()
        found.powers.free_station = [
            City(n.hex, n.index) for n in cities if not state.board.in_hex(n.hex, company.id)
        ]
    if owner_of(state, company, BRITISH):
        found.powers.jewelry = jewelry_hexes()
