"""What if: moves that are tried on a private copy of the game, then played or dropped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from bot import play
from bot.games.live import LiveGame
from bot.lasting import mark
from bot.refusal import PlayerError
from cogs.turn.panel import Button, Moves, Seen
from engine.actions import AnyAction, from_json, to_json

BANNER = "🧪 **What if: nothing of this has happened yet.**\n"
VERBS = ("play", "untry", "drop")


def _key(live: LiveGame, user: int) -> str:
    return f"whatif:{live.stored.id}:{user}"


def copy_of(seen: Seen, tried: Sequence[AnyAction]) -> Seen:
    """The game as it would be after the moves tried."""
    game = seen.live.game.copy()
    for action in tried:
        game.apply(action)
    return replace(seen, game=game, tried=tuple(tried), legal=game.legal())


async def begin(interaction: play.Interaction, live: LiveGame) -> None:
    """Start with nothing tried."""
    await _remember(interaction, live, ())


async def tried(
    interaction: play.Interaction, live: LiveGame, wanted: str
) -> tuple[AnyAction, ...]:
    """The moves with this mark, which were tried on the state as it is now.

    They may be the first of those kept: a panel takes tries back without forgetting them.

    Raises:
        PlayerError: They are not there any more.
    """
    text = await play.client(interaction).store.recall(_key(live, interaction.user.id))
    kept = msgspec.json.decode(text or "{}")
    actions = tuple(from_json(body) for body in kept.get("moves", []))
    if kept.get("after") == live.sequence:
        for count in range(len(actions) + 1):
            if mark(actions[:count]) == wanted:
                return actions[:count]
    raise PlayerError(
        "These tries are over: you dropped them, or began others since. `/whatif` begins new ones."
    )


async def take(interaction: play.Interaction, seen: Seen, moves: Moves) -> Seen:
    """Try further moves. Raises RuleViolation where one is against the rules."""
    game = seen.game.copy()
    done = list(seen.tried or ())
    for make in moves.makes:
        action = make(game)
        if action is not None:
            game.apply(action)
            done.append(action)
    await _remember(interaction, seen.live, done)
    return replace(seen, game=game, tried=tuple(done), legal=None)


async def drop(interaction: play.Interaction, live: LiveGame) -> None:
    """Forget what was tried."""
    await _remember(interaction, live, ())


def buttons(seen: Seen) -> list[Button]:
    """Play what was tried, take the last of it back, or drop it."""
    count = len(seen.tried or ())
    if not count:
        return [Button("Drop it", "drop")]
    label = "Play it" if count == 1 else f"Play these {count} moves"
    return [
        Button(label, "play", style="good"),
        Button("Take back the last try", "untry"),
        Button("Drop it", "drop"),
    ]


async def _remember(
    interaction: play.Interaction, live: LiveGame, actions: Sequence[AnyAction]
) -> None:
    body = {"after": live.sequence, "moves": [to_json(action) for action in actions]}
    text = msgspec.json.encode(body).decode()
    await play.client(interaction).store.remember(_key(live, interaction.user.id), text)
