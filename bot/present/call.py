"""Who acts next, in which company and step: the last line of every move, with a ping at most."""

from __future__ import annotations

from bot.present import words
from engine.events import EntityId
from engine.game import Game
from engine.rounds.stock import StockRound

CALL = "→ "
"""How the line begins; a mention right after it is the one that pings."""


def step_now(game: Game) -> str | None:
    """The step that somebody must take, the two kinds of stock turns told apart."""
    round_ = game.state.round
    if game.step == "stock" and isinstance(round_, StockRound):
        return "selling" if round_.selling else "buying"
    return game.step


def next_line(names: words.Names, actor: EntityId, step: str, called: str | None = None) -> str:
    """Who acts next; `called` is the player who decides, named where it is another than before.

    >>> next_line({1: "Asha"}, "WR", "track"), next_line({1: "Asha"}, "WR", "track", "<@7>")
    ('→ **WR**: track', '→ <@7>: **WR**, track')
    >>> next_line({1: "Asha"}, 1, "buying"), next_line({1: "Asha"}, 1, "buying", "<@7>")
    ('→ **Asha**: buying turn', '→ <@7>: buying turn')
    """
    name = f"**{words.entity(names, actor)}**"
    if called is None:
        return f"{CALL}{name}: {words.STEPS[step]}"
    company = f"{name}, " if isinstance(actor, str) else ""
    return f"{CALL}{called}: {company}{words.STEPS[step]}"
