"""The statement of a company by round: what came in and went out, adding up."""

from __future__ import annotations

from bot.present import words
from bot.present.layout import DESCRIPTION
from bot.present.statement import Statement, line_text, statements
from engine import Game

ROOM = DESCRIPTION - 200
"""So many letters of an embed the rounds may take."""


def account_lines(game: Game, company: str) -> list[str]:
    """A paragraph for each round in which money moved, the latest first."""
    return [
        _paragraph(name, found)
        for name, found in statements(game, company)
        if found.lines or found.opening != found.closing
    ]


def shown(paragraphs: list[str]) -> tuple[str, int]:
    """As many of the paragraphs as an embed holds, and how many are left out."""
    kept: list[str] = []
    for paragraph in paragraphs:
        if sum(len(p) + 2 for p in kept) + len(paragraph) > ROOM:
            break
        kept.append(paragraph)
    return "\n\n".join(kept), len(paragraphs) - len(kept)


def _paragraph(name: str, found: Statement) -> str:
    lines = [f"**{name}** · from {words.money(found.opening)} to {words.money(found.closing)}"]
    lines += [line_text(line) for line in found.lines]
    total = f"In {words.money(found.came_in)}, out {words.money(found.went_out)}"
    return "\n".join([*lines, total])
