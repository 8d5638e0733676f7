"""The map as it was, with what has changed since marked, and told."""

from __future__ import annotations

from dataclasses import replace

from bot.present import scenes, words
from bot.present.layout import clip
from engine import Game
from engine.events import MarkerRemoved, StationPlaced, StationRemoved, TileLaid
from render.view import BoardView, LegendView, ThemeName

LONGEST = 1_500
"""Letters of the text that tells what has changed."""


def changes(game: Game, since: int) -> dict[str, list[str]]:
    """What has changed on the map after so many moves, by hex, in the order of the moves."""
    found: dict[str, list[str]] = {}
    for applied in game.history[since:]:
        for event in applied.events:
            match event:
                case TileLaid(company, hex_id, tile):
                    found.setdefault(hex_id, []).append(f"{tile} by {company}")
                case StationPlaced(company, hex_id):
                    found.setdefault(hex_id, []).append(f"station of {company}")
                case StationRemoved(company, hex_id):
                    found.setdefault(hex_id, []).append(f"{company}'s station is gone")
                case MarkerRemoved(company, border):
                    for hex_id in border.split("-"):
                        found.setdefault(hex_id, []).append(f"marker {border} gone ({company})")
    return found


def earlier_view(game: Game, at: int, area: str | None, theme: ThemeName) -> BoardView | LegendView:
    """The map after `at` moves; the hexes that have changed since are marked."""
    view = scenes.area_view(game.until(at), area or scenes.WHOLE, theme)
    if isinstance(view, LegendView):
        return view
    return replace(view, highlight=frozenset(changes(game, at)), highlighted="changed")


def marked_view(game: Game, since: int, theme: ThemeName) -> BoardView:
    """The whole map as it is; the hexes that changed after so many moves are marked."""
    changed = frozenset(changes(game, since))
    view = scenes.board_view(game, highlight=changed, theme=theme)
    return replace(view, highlighted="changed")


def changes_text(game: Game, at: int) -> str:
    """Which moment the map shows, and in words what has changed since."""
    moves = len(game.history)
    head = f"The map after move {at} of {moves}; marked is what has changed since."
    found = changes(game, at)
    if not found:
        return f"The map after move {at} of {moves}; nothing on it has changed since."
    lines = [f"{words.place(hex_id)}: {', '.join(what)}" for hex_id, what in found.items()]
    return "\n".join([head, clip("\n".join(lines), LONGEST, "… more: see `/game log`")])
