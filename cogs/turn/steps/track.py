"""Step 1 in the panel: where, which tile, a preview, and on."""

from __future__ import annotations

from collections.abc import Sequence

from bot.present import scenes, words
from bot.present.choices import joined, lay_choice, tile_choice
from bot.present.deciding import choices, lay_note
from cogs.turn.panel import MOST_ROWS, Button, Handler, Moves, Option, Panel, Row, Seen, choice
from cogs.turn.steps import shared
from engine import MOST_YELLOW, Game, Kind, Lay, RuleViolation, line_ends
from engine.actions import LayTile, RemoveMarker
from engine.components import components

NO_POWER = ""
CLOSES = (
    "⚠ Nothing else is possible in this turn then, and without revenue the price falls: "
    "the company **closes**."
)
FORECAST_SECONDS = 0.5
MOST_LAYS = 8
"""So many ways are told in lines above their buttons; more are a list, beside the picture."""
STOPS = ("city", "town")


def offered(seen: Seen, power: str) -> list[Lay]:
    """The lays of the step, or those of a Private's power (P2 or P3)."""
    legal = seen.legal
    if legal is None:
        return []
    if not power:
        return list(legal.lay)
    return legal.powers.lays(power)


async def first(seen: Seen) -> Panel:
    """Where track can be laid, new track and upgrades apart, lettered as in the picture."""
    game, company, turn = seen.game, seen.company, seen.turn
    hexes = {lay.hex for lay in offered(seen, NO_POWER)}
    lines = []
    if turn and turn.line:
        ends = line_ends(game.state, company.id, turn.line)
        where = words.listed([words.place(h) for h in sorted(ends)]) or "no empty hex"
        lines.append(
            f"{len(turn.line)} of {MOST_YELLOW} yellow tiles laid; the line points into {where}."
        )
    new, upgrades = _lettered(seen)
    groups = {"New track": new, "Upgrades": upgrades}
    lines += [_group(name, group) for name, group in groups.items() if group]
    if not hexes:
        lines.append("No tile can be laid now.")
    rows = [*choice("hex", new, "New track in …"), *choice("hex", upgrades, "Upgrade …")]
    last = [Button("No more track" if turn and turn.line else "No track", "pass")]
    if seen.legal and seen.legal.unmark:
        last.append(Button("Remove a gauge change", "marks"))
    if seen.legal and seen.legal.powers.usable():
        last.append(Button("Use a Private", "powers"))
    picture = scenes.company_view(game, company, seen.theme, seen.legal)
    shown = _squeezed(rows, groups)
    text = "\n".join(lines)
    forecast: Kind | None = "tiles" if turn and not turn.line else None
    return shared.panel(seen, text, (*shown, tuple(last)), picture=picture, forecast=forecast)


def _group(name: str, group: list[Option]) -> str:
    """Where the places of a group are found, as in "New track: A to C"."""
    first, last = (option.label.partition(" · ") for option in (group[0], group[-1]))
    if not first[1]:
        return f"{name}: {words.count(len(group), 'hex', 'hexes')}."
    return f"{name}: {first[0]}." if len(group) == 1 else f"{name}: {first[0]} to {last[0]}."


def _lettered(seen: Seen) -> tuple[list[Option], list[Option]]:
    """Hexes for new track, and for upgrades, with the letters of the picture and what a tile costs.

    As in "A · F15, ₹30 to ₹50".
    """
    found: tuple[list[Option], list[Option]] = [], []
    for place in choices(seen.game, seen.legal):
        if place.tiles and place.cost is not None:
            cost = words.span(*place.cost) if place.cost[1] else "free"
            letter = f"{place.letter} · " if place.letter else ""
            label = f"{letter}{words.place(place.hex)}, {cost}"
            found[not place.new].append(Option(place.hex, label))
    return found


def _squeezed(rows: list[Row], groups: dict[str, list[Option]]) -> list[Row]:
    """At most four rows: where buttons need more, selects that tell the groups."""
    if len(rows) <= MOST_ROWS - 1:
        return rows
    options = [Option(o.value, o.label, name) for name, group in groups.items() for o in group]
    return list(choice("hex", options, "Where?"))


async def hex_chosen(seen: Seen, args: str, values: Sequence[str]) -> Panel:
    """Which tile, turned how; one way alone is previewed at once."""
    power, _, named = args.rpartition("/")
    hex_id = values[0] if values else named
    ways = ways_in(seen, power, hex_id)
    if not ways:
        raise RuleViolation(f"No tile can be laid in {words.place(hex_id)} now.")
    if len(ways) == 1:
        return await preview(seen, power, ways[0])
    noted = [(lay, lay_note(seen.game, lay)) for lay in ways]
    lines, options = [f"**{words.place(hex_id)}**: which tile, and how?"], []
    for n, (lay, note) in enumerate(noted, 1):
        value = f"{hex_id}/{lay.tile}/{lay.rotation}"
        if len(ways) > MOST_LAYS:
            options.append(Option(value, *lay_choice(seen.game, n, lay, note)))
            continue
        lines.append(f"**{n}** tile {tile_choice(seen.game, lay.tile)}, {joined(*lay)}, {note}")
        options.append(Option(value, str(n)))
    picture = scenes.options_view(seen.game, hex_id, noted, seen.theme)
    rows = choice("tile", options, "Which tile?", args=f"{power}/")
    return Panel("\n".join(lines), (*rows, (Button("Other hex", "here"),)), picture)


def ways_in(seen: Seen, power: str, hex_id: str) -> list[Lay]:
    """How a tile may be laid in a hex in the step, or with a power, each way that looks so once."""
    return scenes.distinct([lay for lay in offered(seen, power) if lay.hex == hex_id])


async def tile_chosen(seen: Seen, args: str, values: Sequence[str]) -> Panel:
    """The preview of a lay."""
    power, hex_id, tile, turned = f"{args}{values[0] if values else ''}".split("/")
    return await preview(seen, power, Lay(hex_id, tile, int(turned)))


async def preview(seen: Seen, power: str, lay: Lay) -> Panel:
    """The board with the tile laid, what it costs, and what the company could run then."""
    hex_id, tile, turned = lay
    company = seen.company
    action = LayTile(company.id, hex_id, tile, turned, power or None)
    after = seen.game.copy()
    after.apply(action)
    left = after.state.companies.get(company.id)
    what = f"tile {tile_choice(seen.game, tile)}, {joined(hex_id, tile, turned)}"
    lines = [f"**{words.place(hex_id)}**: {what}, {lay_note(seen.game, lay)}."]
    if left is None:
        lines.append(CLOSES)
    else:
        change = f" → {words.money(left.cash)}" if left.cash != company.cash else ", unchanged"
        lines.append(f"Treasury {words.money(company.cash)}{change}.")
        reached = newly_reached(seen.game, after, company.id)
        lines.append(f"Newly reached: {words.listed(reached) or 'no further city or town'}.")
    if company.trains and left is not None:
        now = await shared.best(seen, seen.game.fork(), FORECAST_SECONDS)
        then = await shared.best(seen, after.fork(), FORECAST_SECONDS)
        lines.append(
            f"Forecast of the run: {words.money(now.best.total)} → {words.money(then.best.total)}."
        )
    lay_id = f"{power}/{hex_id}/{tile}/{turned}"
    buttons = [Button("Lay it, end track", "lay_done", lay_id, "good")]
    if after.state.pending:  # a home station comes first, and the track may go on after it
        buttons = [Button("Lay it", "lay", lay_id, "good")]
    if _line_goes_on(after, company.id, tile) and not power:
        buttons.append(Button("Lay it, continue the line", "lay", lay_id))
    if power:
        buttons = [Button(f"Lay it with {power}", "lay", lay_id, "good")]
    back = [Button("Other hex", "here")]
    if len(ways_in(seen, power, hex_id)) > 1:
        back.insert(0, Button("Other tiles", "hex", f"{power}/{hex_id}"))
    picture = scenes.preview_view(seen.game, company.id, lay, seen.theme)
    return Panel("\n".join(lines), (tuple(buttons), tuple(back)), picture)


def newly_reached(before: Game, after: Game, company: str) -> list[str]:
    """The places with a city or town that the network of a company reaches only after a lay."""
    old, new = (
        {node.hex for node in game.state.board.reach(company).nodes if node.kind in STOPS}
        for game in (before, after)
    )
    return [words.place(hex_id) for hex_id in sorted(new - old)]


def _line_goes_on(after: Game, company: str, tile: str) -> bool:
    """Whether the same company could lay a further yellow tile."""
    if components().tiles[tile].color != "yellow" or after.step != "track":
        return False
    return after.actor == company and bool((legal := after.legal()) and legal.lay)


def _laid(args: str, company: str) -> LayTile:
    power, hex_id, tile, turned = args.split("/")
    return LayTile(company, hex_id, tile, int(turned), power or None)


async def laid(seen: Seen, args: str, _values: Sequence[str]) -> Moves:
    """Lay the tile."""
    return shared.tries(_laid(args, seen.company.id))


async def laid_done(seen: Seen, args: str, _values: Sequence[str]) -> Moves:
    """Lay the tile and be done with track."""
    company = seen.company.id
    action = _laid(args, company)
    return Moves((lambda _game: action, shared.pass_while(company, "track")))


async def marks(seen: Seen, _args: str, _values: Sequence[str]) -> Panel:
    """Which gauge-change marker is removed."""
    found = seen.legal.unmark if seen.legal else []
    options = [Option(f"{h}/{edge}", words.border_at(h, edge)) for h, edge in found]
    rows = choice("unmark", options, "Which border?")
    text = "Remove which gauge-change marker? It is the whole track step."
    return Panel(text, (*rows, (Button("Back", "here"),)))


async def unmark(seen: Seen, args: str, values: Sequence[str]) -> Moves:
    """Remove a gauge-change marker."""
    hex_id, edge = (values[0] if values else args).split("/")
    return shared.tries(RemoveMarker(seen.company.id, hex_id, int(edge)))


VERBS: dict[str, Handler] = {
    "hex": hex_chosen,
    "tile": tile_chosen,
    "lay": laid,
    "lay_done": laid_done,
    "marks": marks,
    "unmark": unmark,
}
