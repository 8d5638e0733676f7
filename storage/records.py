"""What the store hands out and takes in: plain frozen records without behaviour.

Bodies and setups are JSON text that the store never looks into; ids are Discord's numbers.
"""

from dataclasses import dataclass, field
from datetime import datetime

ACTIVE, ARCHIVED = "active", "archived"
ON, ENDED, UNREAD = "on", "ended", "unread"
"""What was set ahead may act; is over; is over and its owner could not be told so yet."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place in a game; `user_id` is None until somebody claims it.

    `player` is the name with which the game began, `name` what its member is called now.
    """

    number: int
    player: str
    user_id: int | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """₹ `price` of `company` for a train of another one, made after the entry at `sequence`.

    `buyer` is the member who offers.
    """

    id: int
    game_id: int
    sequence: int
    buyer: int
    company: str
    train: str
    price: int
    channel_id: int
    status: str = "open"
    message_id: int | None = None


@dataclass(frozen=True, slots=True)
class Sitting:
    """From `at` on a member has the seat, or nobody."""

    number: int
    user_id: int | None
    at: datetime


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game without its actions; `last_sequence` is the number of actions it has.

    `channel_lost_at` is when its channel was found to be gone, None while it is there. The setup
    holds what must stay hidden, so it is not shown by accident. `offer` waits if it is one of the
    last sequence.
    """

    id: int
    guild_id: int
    channel_id: int
    name: str
    ruleset: str
    setup: str = field(repr=False)
    source: str
    status: str
    created_at: datetime
    status_message_id: int | None
    channel_lost_at: datetime | None
    opened_by: int | None
    seats: tuple[Seat, ...]
    last_sequence: int
    offer: Offer | None = None


@dataclass(frozen=True, slots=True)
class NewAction:
    """An action that is to be stored; `author` is None when no member of Discord made it.

    `at` is when it was made, if that was before it is stored; `why` the bot made it itself, if it
    did.
    """

    body: str
    author: int | None = None
    at: datetime | None = None
    why: str | None = None


@dataclass(frozen=True, slots=True)
class StoredAction:
    """The action at one place of a game's list; places count from 1 without a gap.

    `outbox_ids` are the entries of the outbox that were stored with it, and `ahead` is the number
    of moves that were set ahead in the game then; both are known when it is appended.
    `why` the bot made the move itself, None for one that its player made.
    """

    sequence: int
    body: str
    author: int | None
    created_at: datetime
    outbox_ids: tuple[int, ...] = ()
    why: str | None = None
    ahead: int = 0


@dataclass(frozen=True, slots=True)
class NewMessage:
    """Something to be said in a channel once the action that it belongs to is stored."""

    channel_id: int
    kind: str
    body: str


@dataclass(frozen=True, slots=True)
class OutboxEntry:
    """Something to be said in a channel; `sequence` is the place of the action that it tells."""

    id: int
    game_id: int
    channel_id: int
    kind: str
    body: str
    created_at: datetime
    said_at: datetime | None = None
    sequence: int | None = None


@dataclass(frozen=True, slots=True)
class LobbyPlayer:
    """A member in a lobby, called so when he or she last did something there."""

    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class Lobby:
    """People who gather for a game. `players` sit, in the order in which they joined.

    `asked` have not answered yet. `called` is for how many players the host was called last.
    """

    id: int
    guild_id: int
    channel_id: int
    host: int
    name: str
    ruleset: str
    shuffle: str
    seed: int | None = field(repr=False)
    seating: str
    status: str
    called: int
    message_id: int | None
    game_id: int | None
    touched_at: datetime
    players: tuple[LobbyPlayer, ...]
    asked: tuple[LobbyPlayer, ...]
