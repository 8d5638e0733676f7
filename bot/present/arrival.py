"""What the one who brings a game in is told."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.importing import Imported
from bot.present import words
from storage import LobbyPlayer

Members = Sequence[LobbyPlayer | None]


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
