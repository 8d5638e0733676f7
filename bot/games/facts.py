"""What the outbox keeps until it is said: facts as JSON, which are put into words when said.

They hold all that a line needs but the names of the players, so that it is right also when the
game has gone on or the move was taken back.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from bot.games.programs import AnyProgram, Stop
from engine.actions import AnyAction
from engine.events import EntityId, Event

VERSION = 1
LINE, STATUS, SEATS, NOTE = "line", "status", "seats", "note"
"""What an entry of the outbox asks for: say the facts of a move, renew the status, say facts and
offer the free seats, say other facts."""


class Made(msgspec.Struct, frozen=True):
    """A move: the seat that decided and the step that it was in, the action, what it did."""

    seat: int | None
    step: str
    action: AnyAction
    events: tuple[Event, ...]


class Call(msgspec.Struct, frozen=True):
    """Who decides next: the seat, for itself or a company (`actor`), and in which step.

    `user` is the member in that seat, None while nobody has it; `ping` whether the turn came to him
    from somebody else.
    """

    seat: int
    actor: EntityId
    step: str
    user: int | None
    ping: bool


class Told(msgspec.Struct, frozen=True, tag_field="type", tag="told"):
    """An entry of a game's list, at place `sequence`: a move, or one taken back or brought back.

    `author` is the member who made it; `call` is None when the game is over. `why` the bot made the
    move itself: from the player's draft list, since there was one card only, or set `ahead`. Where
    several were taken back or brought back, `made` is the first of `count`; the seats of `agreed`
    were asked.
    `certificates` are how many a player has after a trade, and how many he may have.
    """

    sequence: int
    author: int | None
    kind: Literal["move", "undo", "redo"]
    made: Made
    call: Call | None = None
    why: Literal["list", "only", "ahead"] | None = None
    count: int = 1
    agreed: tuple[int, ...] = ()
    certificates: tuple[int, int] | None = None


class Arrived(msgspec.Struct, frozen=True, tag_field="type", tag="arrived"):
    """A member has brought a game in, of so many moves; whose turn it is.

    `by` is what the member is called, None in a fact of an older version.
    """

    importer: int
    name: str
    players: tuple[str, ...]
    moves: int
    call: Call | None = None
    by: str | None = None


class Begun(msgspec.Struct, frozen=True, tag_field="type", tag="begun"):
    """A lobby's game has begun. `players` by seat; `joined` is their order in the lobby.

    `sha256` is that of a sealed shuffle's secret, None for the shuffle of 18xx.games.
    """

    name: str
    ruleset: str
    players: tuple[str, ...]
    joined: tuple[str, ...]
    drawn: bool
    sha256: str | None
    call: Call


class Seated(msgspec.Struct, frozen=True, tag_field="type", tag="seated"):
    """A member, who is called `name`, has taken a seat, that of `player`, after `sequence`.

    `user` is the member, None in a fact of an older version.
    """

    sequence: int
    number: int
    name: str
    player: str
    call: Call | None = None
    user: int | None = None


class Freed(msgspec.Struct, frozen=True, tag_field="type", tag="freed"):
    """A seat is free, since its player has had himself forgotten."""

    number: int


class Chose(msgspec.Struct, frozen=True, tag_field="type", tag="chose"):
    """The player of a seat has chosen which certificates to keep; those of `waiting` have not."""

    seat: int
    waiting: tuple[int, ...]


class ListUsedUp(msgspec.Struct, frozen=True, tag_field="type", tag="list_used_up"):
    """No card of the player's draft list is open any more; he is called to pick."""

    seat: int
    user: int | None
    sequence: int


class Reminded(msgspec.Struct, frozen=True, tag_field="type", tag="reminded"):
    """The game waits still for the member in a seat. `last` when no further reminder comes.

    `was_due` is the Unix time at which it should have come, if it comes late.
    """

    seat: int
    user: int
    last: bool = False
    was_due: int | None = None


class AskedStill(msgspec.Struct, frozen=True, tag_field="type", tag="asked_still"):
    """A member has not answered what `asker` asked him in a message: an offer or a question.

    `kind` is one of `reminders.KINDS`, `number` that of the offer or question; the rest is as in
    Reminded.
    """

    user: int
    kind: str
    number: int
    asker: int
    message: int | None
    last: bool = False
    was_due: int | None = None


class Nudged(msgspec.Struct, frozen=True, tag_field="type", tag="nudged"):
    """The player of seat `by` has the one in another seat called."""

    seat: int
    user: int
    by: int


class Returned(msgspec.Struct, frozen=True, tag_field="type", tag="returned"):
    """A member is back from being away, and the game waits for him."""

    seat: int
    user: int
    was_due: int | None = None


class TimeUp(msgspec.Struct, frozen=True, tag_field="type", tag="time_up"):
    """The clock of the member in a seat has run out; the others may do something about it."""

    seat: int
    user: int
    was_due: int | None = None


class AheadMade(msgspec.Struct, frozen=True, tag_field="type", tag="ahead_made"):
    """The bot made the move at place `sequence` for a member, who had set it ahead.

    What he had set is for his eyes only.
    """

    seat: int
    user: int
    sequence: int
    program: AnyProgram


class AheadEnded(msgspec.Struct, frozen=True, tag_field="type", tag="ahead_ended"):
    """What a member had set ahead, of that number, has ended: for his eyes only."""

    seat: int
    user: int
    number: int
    program: AnyProgram
    stop: Stop


class Closing(msgspec.Struct, frozen=True, tag_field="type", tag="closing"):
    """What ends the game has happened: `reason` is bank or stock_market; the round that is on."""

    reason: Literal["bank", "stock_market"]
    round: str
    turn: int
    number: int


class ShareWorth(msgspec.Struct, frozen=True):
    """₹ that a share of 10% counts in the end: its price and a tenth of the book value."""

    company: str
    price: int
    book_value: int
    worth: int


class Score(msgspec.Struct, frozen=True):
    """₹ of a player in the end, and of what; `shares` are companies with shares of 10%."""

    seat: int
    total: int
    cash: int
    privates: int
    bonds: int
    shares: tuple[tuple[str, int], ...]


class Scored(msgspec.Struct, frozen=True, tag_field="type", tag="scored"):
    """The final scores, the best first, and what a share of each company counts."""

    scores: tuple[Score, ...]
    worths: tuple[ShareWorth, ...]


class Revealed(msgspec.Struct, frozen=True, tag_field="type", tag="revealed"):
    """The secret of a sealed shuffle, in hexadecimal digits."""

    secret: str


class Sentence(msgspec.Struct, frozen=True, tag_field="type", tag="sentence"):
    """A line that is in words already, and the member whom it calls."""

    text: str
    calls: int | None = None


Fact = (
    Told
    | Arrived
    | Begun
    | Seated
    | Freed
    | Chose
    | ListUsedUp
    | AheadMade
    | AheadEnded
    | Reminded
    | AskedStill
    | Nudged
    | Returned
    | TimeUp
    | Closing
    | Scored
    | Revealed
    | Sentence
)


def encode(fact: Fact) -> str:
    """The JSON form of a fact, with the version of the form."""
    return msgspec.json.encode({"v": VERSION, "fact": fact}).decode()


def decode(text: str) -> Fact:
    """Read a fact back. Raises ValueError for an unknown form or a newer version."""
    raw: Any = msgspec.json.decode(text)
    version = raw.get("v") if isinstance(raw, dict) else None
    if version != VERSION:
        raise ValueError(f"facts of version {version}, this program knows {VERSION}")
    fact: Fact = msgspec.convert(raw.get("fact"), Fact)
    return fact
