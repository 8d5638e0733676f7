"""What a member is told of what the bot keeps of him or her."""

from __future__ import annotations

from collections.abc import Mapping

from bot.games.facts import Freed
from bot.present import words
from storage.personal import Kept

MOST = 10
"""So many games are named."""
COUNTED: Mapping[str, tuple[str, str]] = {
    "actions": ("move", "moves"),
    "programs": ("move set ahead", "moves set ahead"),
    "sealed": ("choice of cards", "choices of cards"),
    "offers": ("offer for a train", "offers for trains"),
    "lobby_players": ("place in a lobby", "places in lobbies"),
    "members": ("name on a server", "names on servers"),
}
"""The tables of which it is told how much of a member they hold, with the words for a row."""
WAYS = (
    "`/privacy export` gives you all of it as a file. `/privacy delete` makes me forget you: your "
    "moves stay in the games, under a neutral name."
)


def kept_text(kept: Kept, days: float) -> str:
    """What is kept, for how long, and what can be done about it."""
    lines = ["**What I keep of you**, in all servers:"]
    if kept.games:
        names = [f"**{words.player_name(name, 60)}**" for name in kept.games.values()]
        more = len(names) - MOST
        shown = ", ".join(names[:MOST]) + (f" and {more} more" if more > 0 else "")
        lines.append(f"· seats in {words.count(len(names), 'game')}: {shown}")
    for table, what in COUNTED.items():
        if kept.rows.get(table):
            lines.append(f"· {words.count(len(kept.rows[table]), *what)}")
    if kept.rows.get("preferences") or kept.notes:
        lines.append("· your settings, and notes such as what you tried with `/whatif`")
    if len(lines) == 1:
        return f"I keep nothing of you. {server_text(days)}"
    return "\n".join([*lines, WAYS, server_text(days)])


def server_text(days: float) -> str:
    """What becomes of a server's games when the bot is removed from it."""
    after = words.count(round(days), "day")
    return (
        f"When I am removed from a server, its games are deleted after {after}; invited back "
        "before that, I still have them."
    )


def question(kept: Kept) -> str:
    """Asked before a member is forgotten."""
    seats = ""
    if kept.games:
        seats = (
            f" Your seats in {words.count(len(kept.games), 'game')} become free, and whoever takes "
            "one sees its hand."
        )
    return (
        "Shall I forget you? Your settings, moves set ahead, choices and names go, in all servers."
        f"{seats} The moves stay, under a name such as Player 2. What I have written in channels "
        "is Discord's: a moderator can delete it there. This cannot be undone."
    )


DONE = "I have forgotten you. If you use me again, I know you from then on."
STAYS = "All stays as it is."


def freed_line(fact: Freed) -> str:
    """What the channel hears when the seat of a forgotten member is free."""
    return (
        f"Seat {fact.number} is free: its player has asked me to forget who that was. The game "
        f"goes on once somebody takes the seat, with `/game claim seat:{fact.number}`."
    )
