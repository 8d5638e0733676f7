"""The end of a game in words: what is still played, and the final scores as they add up."""

from __future__ import annotations

from bot.games.facts import Closing, Score, Scored
from bot.present import words
from engine.state import SHARE

REASONS = {
    "bank": "The bank is broken",
    "stock_market": "A share price has reached ₹400",
}


def closing_line(fact: Closing) -> str:
    """That the game comes to its end, and what is still played."""
    on = words.round_title(fact.round, fact.turn, fact.number)
    rest = [f"the rest of {on}"]
    if fact.reason == "bank" and fact.round != "operating":
        rest += [words.round_title("operating", fact.turn, n) for n in (1, 2)]
    elif fact.reason == "bank" and fact.number == 1:
        rest.append(words.round_title("operating", fact.turn, 2))
    return f"🏁 **{REASONS[fact.reason]}: the end is near.** Still played: {words.listed(rest)}."


def scores_text(names: words.Names, fact: Scored) -> str:
    """The final scores: the players by rank, and what a share counted."""
    totals = [score.total for score in fact.scores]
    lines = ["🏆 **Final scores**"]
    lines += [_score(names, fact, score, totals) for score in fact.scores]
    best = [names[score.seat] for score in fact.scores if score.total == max(totals)]
    if len(best) > 1:
        lines.append(f"{words.listed(best)} share the victory.")
    if fact.worths:
        lines.append("A share counted its price and a tenth of what its company is worth:")
        lines += [
            f"**{w.company}** {words.money(w.worth)} (price {words.money(w.price)}, a tenth of "
            f"{words.money(w.book_value)})"
            for w in fact.worths
        ]
    lines.append(
        "`/game report` is a page on the game for the browser; `/game export` takes it out as a "
        "file."
    )
    return "\n".join(lines)


def _score(names: words.Names, fact: Scored, score: Score, totals: list[int]) -> str:
    """A player's line; players with the same total have the same rank."""
    worth = {w.company: w.worth for w in fact.worths}
    rank = 1 + sum(total > score.total for total in totals)
    parts = [f"cash {words.money(score.cash)}"]
    if score.privates:
        parts.append(f"Privates {words.money(score.privates)}")
    if score.bonds:
        parts.append(f"Royal Bonds {words.money(score.bonds)}")
    parts += [
        f"{company} {count * SHARE}% {words.money(count * worth[company])}"
        for company, count in score.shares
    ]
    return f"{rank}. **{names[score.seat]}** {words.money(score.total)}: {', '.join(parts)}"
