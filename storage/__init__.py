"""What a game leaves on disk: an append-only store of games and their actions."""

from storage.errors import (
    ChannelTaken,
    Conflict,
    InteractionTaken,
    NoSuchGame,
    SeatTaken,
    SequenceTaken,
    StorageError,
)
from storage.records import (
    NewAction,
    NewMessage,
    OutboxEntry,
    Seat,
    StoredAction,
    StoredGame,
)
from storage.store import Store

__all__ = [
    "ChannelTaken",
    "Conflict",
    "InteractionTaken",
    "NewAction",
    "NewMessage",
    "NoSuchGame",
    "OutboxEntry",
    "Seat",
    "SeatTaken",
    "SequenceTaken",
    "StorageError",
    "Store",
    "StoredAction",
    "StoredGame",
]
