"""What a player sees of a recorded game, for panels that are made without a Discord."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from cogs.turn.panel import Button, Option, Panel, Seen, Select
from tests.bot.present.recorded import game_at


def seen_at(name: str, moves: int, seconds: float = 0.1) -> Seen:
    """The game after so many moves, as the player on turn sees it."""
    game = game_at(name.removesuffix(".json"), moves)
    live = cast("Any", SimpleNamespace(offer=None, game=game))
    return Seen(live, game, game.player_to_act or 0, seconds=seconds, legal=game.legal())


def buttons(panel: Panel) -> list[Button]:
    """The buttons of a panel."""
    return [button for row in panel.rows if not isinstance(row, Select) for button in row]


def options(panel: Panel, verb: str) -> list[Option]:
    """The options of a panel's lists of a verb."""
    lists = [row for row in panel.rows if isinstance(row, Select) and row.verb == verb]
    return [option for row in lists for option in row.options]
