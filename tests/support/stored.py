"""Puts a game with its moves into a store."""

from collections.abc import Iterable, Sequence

from bot.games.setups import setup_json
from engine import Setup
from engine.actions import AnyAction
from engine.journal import encode
from storage import NewAction, NewMessage, Seat, Store, StoredGame


async def store_game(
    store: Store,
    setup: Setup,
    actions: Iterable[AnyAction] = (),
    *,
    guild_id: int = 1,
    channel_id: int = 2,
    name: str = "evening",
    users: Sequence[int | None] = range(11, 16),
    author: int | None = None,
    outbox: Sequence[NewMessage] = (),
) -> StoredGame:
    """Store a game with its moves, all made by `author`; the `users` sit in its seats in order."""
    seats = zip(setup.players, users, strict=False)
    return await store.create_game(
        guild_id=guild_id,
        channel_id=channel_id,
        name=name,
        ruleset=setup.ruleset.name,
        setup=setup_json(setup),
        source="import",
        seats=[Seat(number, *seat) for number, seat in enumerate(seats, 1)],
        actions=[NewAction(encode(action), author) for action in actions],
        outbox=outbox,
    )
