"""Questions that come between: a home station's place, GIPR's exchange of a station."""

from __future__ import annotations

from collections.abc import Sequence

from bot.present import scenes, words
from bot.present.ask import exchange_text
from bot.present.choices import hex_choice, joined, tile_choice
from cogs.turn.panel import Button, Handler, Moves, Option, Panel, Row, Seen, choice
from cogs.turn.steps import shared
from engine import SettleQuestion, current
from engine.actions import Exchange, PlaceHome


def _asked(seen: Seen) -> str:
    """The company whose home is asked for."""
    question = current(seen.game.state)
    return question.order[0] if isinstance(question, SettleQuestion) else seen.company.id


async def home(seen: Seen) -> Panel:
    """The cities, and for GIPR the towns, where a home station may go."""
    legal, game = seen.legal, seen.game
    cities = legal.homes if legal else []
    towns = sorted({h for h, _, _ in legal.home_tiles}) if legal else []
    options = shared.cities(seen, cities)
    rows: list[Row] = [*choice("home", options, "In a city")]
    if towns:
        options = [Option(h, hex_choice(h), "A town becomes a city") for h in towns]
        rows += choice("home_hex", options, "In a town")
    company = game.state.companies[_asked(seen)]
    picture = scenes.company_view(game, company, seen.theme, legal)
    return Panel(f"**{company.id}**: where does its home station go?", tuple(rows), picture)


async def home_city(seen: Seen, args: str, values: Sequence[str]) -> Moves:
    """The home goes into a city."""
    hex_id, city = (values[0] if values else args).split("/")
    return shared.tries(PlaceHome(_asked(seen), hex_id, int(city)))


async def home_hex(seen: Seen, args: str, values: Sequence[str]) -> Panel:
    """GIPR turns a town into its home: with which tile, turned how?"""
    hex_id = values[0] if values else args
    legal, game = seen.legal, seen.game
    ways = [lay for lay in (legal.home_tiles if legal else []) if lay[0] == hex_id]
    options = [
        Option(f"{h}/{t}/{r}", f"{n}: {tile_choice(game, t)}"[:100], joined(h, t, r))
        for n, (h, t, r) in enumerate(ways, 1)
    ]
    rows = choice("home_tile", options, "Which tile, and how?")
    picture = scenes.options_view(game, hex_id, [(lay, "") for lay in ways], seen.theme)
    text = f"**{words.place(hex_id)}** becomes the home of {seen.company.id}: with which tile?"
    return Panel(text, (*rows, (Button("Back", "here"),)), picture)


async def home_tile(seen: Seen, args: str, values: Sequence[str]) -> Moves:
    """GIPR's home with a tile."""
    hex_id, tile, turned = (values[0] if values else args).split("/")
    return shared.tries(PlaceHome(_asked(seen), hex_id, 0, None, tile, int(turned)))


async def exchange(seen: Seen) -> Panel:
    """Whether GIPR takes over a station."""
    legal = seen.legal
    where = words.place((legal.exchange if legal else None) or "")
    row = (
        Button(f"GIPR takes over {where}", "exchange", "yes", "good"),
        Button("It is removed", "exchange", "no"),
    )
    text = exchange_text(seen.game, legal, " may be taken over by GIPR.") if legal else ""
    return Panel(text, (row,))


async def answered(_seen: Seen, args: str, _values: Sequence[str]) -> Moves:
    """Take it over, or not."""
    return shared.tries(Exchange(accept=args == "yes"))


VERBS: dict[str, Handler] = {
    "home": home_city,
    "home_hex": home_hex,
    "home_tile": home_tile,
    "exchange": answered,
}
