"""What is said when a game is brought in: to all, and to the one who brought it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.importing import Imported
from bot.games.names import distinct
from bot.games.service import CALL
from bot.present import words
from storage import LobbyPlayer

Members = Sequence[LobbyPlayer | None]


def announcement(importer: str, name: str, found: Imported, members: Members) -> str:
    """The line for all; it calls the player on turn if every seat is taken."""
    called = distinct(
        [m.name if m else p for p, m in zip(found.setup.players, members, strict=True)]
    )
    players = ", ".join(map(words.player_name, called))
    line = (
        f"{words.player_name(importer)} brings in the game **{words.player_name(name, 60)}** "
        f"({players}; {words.count(len(found.actions), 'move')})."
    )
    return line + call(found, members)


def call(found: Imported, members: Members) -> str:
    """The second line, which calls the player on turn; nothing while a seat is free."""
    waits, taken = found.next, [m for m in members if m is not None]
    if waits is None or len(taken) < len(members):
        return ""
    turn = f"**{waits.actor}**, " if isinstance(waits.actor, str) else ""
    user_id = taken[waits.seat - 1].user_id
    return f"\n{CALL}<@{user_id}>: {turn}{words.STEPS[waits.step]}"


def note(found: Imported, members: Members) -> str:
    """What the importer is told."""
    lines = [f"The game is here, with {words.count(len(found.actions), 'move')} followed."]
    if found.left_out:
        lines.append(f"{found.left_out} later moves of the log were left out, as you asked.")
    free = [str(n) for n, member in enumerate(members, 1) if member is None]
    if free:
        lines.append(
            f"Free seats: {', '.join(free)}. Players ask for theirs with the buttons or "
            "`/game claim`; you or a seated player confirms."
        )
    lines.append(
        "Mind that the file shows you all hands and the seed of this game: fair play is up to you."
    )
    return "\n".join(lines)
