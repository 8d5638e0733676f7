"""The powers of Privates in the panel."""

from __future__ import annotations

from collections.abc import Sequence

from bot.present.choices import city_choice, private_choice
from cogs.turn.panel import Button, Handler, Moves, Option, Outcome, Panel, Seen, choice
from cogs.turn.steps import shared
from engine import Powers
from engine.actions import PlaceJewelry, PlaceStation, UseDiscount
from engine.components import BRITISH, DANISH, FRENCH

BACK = (Button("Back", "here"),)


def _powers(seen: Seen) -> Powers:
    return seen.legal.powers if seen.legal else Powers()


async def powers(seen: Seen, _args: str, _values: Sequence[str]) -> Panel:
    """Which Private is used."""
    found = _powers(seen).usable()
    options = [Option(private, private_choice(private)) for private in found]
    text = "Which Private? It closes when it is used, and its owner gets its face value."
    return Panel(text, (*choice("power", options, "Use …"), BACK))


async def power(seen: Seen, args: str, values: Sequence[str]) -> Outcome:
    """What a Private is used for."""
    private = values[0] if values else args
    if private == FRENCH:
        return shared.tries(UseDiscount(seen.company.id))
    if private == DANISH:
        cities = _powers(seen).free_station or []
        options = [Option(f"{h}/{c}", city_choice(seen.game, h, c), " ") for h, c in cities]
        return Panel("A free station in which city?", (*choice("p5", options, "City"), BACK))
    if private == BRITISH:
        # no select takes them all: the columns of the map first
        columns = sorted({h[0] for h in _powers(seen).jewelry or []})
        options = [Option(c, f"Column {c}", " ") for c in columns]
        return Panel(
            "The jewelry marker: in which column?", (*choice("p6c", options, "Column"), BACK)
        )
    hexes = sorted({lay.hex for lay in _powers(seen).lays(private)})
    options = [Option(o.value, o.label, " ") for o in shared.places(hexes)]
    rows_ = choice("hex", options, "Where?", args=f"{private}/")
    return Panel(f"{private_choice(private)}: where?", (*rows_[:4], BACK))


async def danish(seen: Seen, args: str, values: Sequence[str]) -> Moves:
    """Build the free station."""
    hex_id, city = (values[0] if values else args).split("/")
    return shared.tries(PlaceStation(seen.company.id, hex_id, int(city), None, DANISH))


async def column(seen: Seen, args: str, values: Sequence[str]) -> Panel:
    """The hexes of a column for the jewelry marker."""
    name = values[0] if values else args
    rows = _powers(seen).jewelry or []
    options = [Option(o.value, o.label) for o in shared.places(rows) if o.value[0] == name]
    return Panel("The jewelry marker: in which hex?", (*choice("p6", options, "Hex"), BACK))


async def british(seen: Seen, args: str, values: Sequence[str]) -> Moves:
    """Place the jewelry marker."""
    return shared.tries(PlaceJewelry(seen.company.id, values[0] if values else args))


VERBS: dict[str, Handler] = {
    "powers": powers,
    "power": power,
    "p5": danish,
    "p6c": column,
    "p6": british,
}
