"""Before the first stock round: the picks of the draft."""

from __future__ import annotations

from collections.abc import Sequence

from bot.present import words
from bot.present.choices import card_choice
from cogs.turn.panel import Handler, Moves, Option, Panel, Seen, Select
from cogs.turn.steps import shared
from engine.actions import DraftCard


async def draft(seen: Seen) -> Panel:
    """The open cards."""
    cards = sorted(seen.legal.draft) if seen.legal else []
    options = [Option(card, card_choice(seen.game, card), " ") for card in cards]
    pages = [options[i : i + 25] for i in range(0, len(options), 25)]
    rows = tuple(
        Select("draft", f"Take {page[0].label} … {page[-1].label}"[:150], tuple(page), args=str(n))
        for n, page in enumerate(pages)
    )
    name = words.player(seen.game.state, seen.seat)
    return Panel(f"**{name}**, draft: take one of {len(cards)} open cards.", rows)


async def pick(seen: Seen, _args: str, values: Sequence[str]) -> Moves:
    """Take a card."""
    return shared.tries(DraftCard(seen.seat, values[0]))


VERBS: dict[str, Handler] = {"draft": pick}
