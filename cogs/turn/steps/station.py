"""Step 2 in the panel: one station, or none; without one the run may follow in the same tap."""

from __future__ import annotations

from collections.abc import Sequence

from bot.present import scenes, words
from cogs.turn.panel import Button, Handler, Moves, Panel, Seen, choice
from cogs.turn.steps import run, shared
from engine import joined_to_stop
from engine.actions import PlaceStation


async def first(seen: Seen) -> Panel:
    """The cities in which a station can be built."""
    company, game = seen.company, seen.game
    cities = seen.legal.stations if seen.legal else []
    price = words.money(company.next_station_cost or 0)
    options = shared.cities(seen, cities)
    text = f"A station for {price}?" if cities else "No city is open for a station now."
    last = [Button("No station", "pass")]
    if company.trains and joined_to_stop(game.state.board, company.id):
        found = await shared.best(seen)
        if found.best.total:
            last.insert(0, run.pay_button("No station, run", found.best.total))
    if seen.legal and seen.legal.powers.usable():
        last.append(Button("Use a Private", "powers"))
    rows = (*choice("station", options, "Where?"), tuple(last))
    picture = scenes.company_view(game, company, seen.theme, seen.legal)
    return shared.panel(seen, text, rows, picture=picture, forecast="stations")


async def build(seen: Seen, args: str, values: Sequence[str]) -> Moves:
    """Build a station."""
    hex_id, city = (values[0] if values else args).split("/")
    return shared.tries(PlaceStation(seen.company.id, hex_id, int(city)))


VERBS: dict[str, Handler] = {"station": build}
