"""Before the first stock round: the picks of the draft."""

from __future__ import annotations

from collections.abc import Sequence

from bot.present import words
from bot.present.ask import POWERS
from bot.present.choices import kind_choices
from cogs.turn.panel import Button, Handler, Moves, Option, Panel, Row, Seen, Select
from cogs.turn.steps import shared
from engine.actions import DraftCard
from engine.state import card_company, face_value


async def draft(seen: Seen) -> Panel:
    """The open cards."""
    cards = sorted(seen.legal.draft) if seen.legal else []
    options = [Option(card, label) for card, label in kind_choices(seen.game, cards)]
    pages = [options[i : i + 25] for i in range(0, len(options), 25)]
    rows: list[Row] = [
        Select("draft", _hint(n, len(pages)), tuple(page), args=str(n))
        for n, page in enumerate(pages)
    ]
    if seen.tried is None:
        rows.append((Button("My draft list", "draft_list"),))
    name = words.player(seen.game.state, seen.seat)
    return Panel(f"**{name}**, draft: take one of {len(cards)} open cards.", tuple(rows))


def _hint(number: int, pages: int) -> str:
    return "Look at a card …" if pages == 1 else f"Look at a card … ({number + 1} of {pages})"


async def look(seen: Seen, _args: str, values: Sequence[str]) -> Panel:
    """A card before it is taken: the next player may pick at once, by his list."""
    card, state = values[0], seen.game.state
    lines = [f"Take **{words.card_name(card)}**, price {words.money(face_value(card))}?"]
    if card in POWERS:
        lines.append(f"Its power, once: {POWERS[card]}.")
    company = card_company(card)
    own = sorted(state.players[seen.seat].hand)
    if company is not None:
        same = [c for c in own if card_company(c) == company]
        if same:
            lines.append(f"Of {company} your hand has {words.count(len(same), 'card')} already.")
    lines.append(f"Your hand: {words.cards(own) or 'empty'}. A card of the hand is bought later.")
    take = Button(f"Take {words.card_name(card)}", "draft_take", card, "good")
    return Panel("\n".join(lines), ((take, Button("Another card", "here")),))


async def pick(seen: Seen, args: str, _values: Sequence[str]) -> Moves:
    """Take a card."""
    return shared.tries(DraftCard(seen.seat, args))


VERBS: dict[str, Handler] = {"draft": look, "draft_take": pick}
