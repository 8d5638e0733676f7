"""The program's own file of a game, versioned: setup, entries with authors and times, who sat when.

Nothing is lost in it: what goes in comes out bit for bit. Whether the entries follow the rules is
for the game that plays them to say; here only their form is checked.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal, NoReturn

import msgspec
from msgspec import Meta, Raw, Struct

from engine import RULESETS
from engine.journal import decode as decode_entry
from interchange.site_log import LARGEST, LogError, shown

FORMAT = "operating-round"
VERSION = 2
READ = (1, 2)
"""Versions that can be read; the first one did not say why the bot made a move itself."""
MOST_ENTRIES = 100_000
"""Entries of one game, those undone included."""
MOST_BYTES = 8 * LARGEST
"""Bytes of a file: what a game of the most entries needs."""

Time = Annotated[datetime, Meta(tz=True)]
UserId = Annotated[str, Meta(pattern=r"^[0-9]{1,20}$")]
Name = Annotated[str, Meta(min_length=1, max_length=100)]


Why = Literal["list", "only", "ahead"]


@dataclass(frozen=True, slots=True)
class Sitting:
    """A member of Discord in a seat, from `since` (None: the start) to `until` (None: today)."""

    user_id: int
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class OwnSeat:
    """A player's place, from 1, and who sat there, the first first."""

    number: int
    player: str
    sittings: tuple[Sitting, ...] = ()


@dataclass(frozen=True, slots=True)
class OwnEntry:
    """An entry of the game's list: its JSON text (`engine.journal`), who made it, and when.

    `author` is None when no member of Discord made it. `why` the bot made it itself, if it did:
    from the player's draft list, since there was one card only, or set ahead.
    """

    body: str
    author: int | None
    at: datetime
    why: Why | None = None


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game with all that is known of it. `setup` is the JSON text from which it starts."""

    name: str
    ruleset: str
    setup: str
    source: str
    created_at: datetime
    seats: tuple[OwnSeat, ...]
    entries: tuple[OwnEntry, ...]


# -- the form in the file --------------------------------------------------------------------------


class _Sitting(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    user: UserId
    since: Time | None = None
    until: Time | None = None


class _Seat(Struct, frozen=True, forbid_unknown_fields=True):
    number: Annotated[int, Meta(ge=1, le=5)]
    player: Name
    sittings: tuple[_Sitting, ...]


class _Entry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    at: Time
    author: UserId | None
    action: Raw
    why: Why | None = None


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    format: str
    version: int
    name: Name
    ruleset: str
    source: Annotated[str, Meta(max_length=100)]
    created_at: Time
    setup: Raw
    seats: Annotated[tuple[_Seat, ...], Meta(min_length=2, max_length=5)]
    entries: Annotated[tuple[_Entry, ...], Meta(max_length=MOST_ENTRIES)]


class _Head(Struct):
    """What every version of the file begins with."""

    format: str = ""
    version: int | None = None


def is_own(data: bytes) -> bool:
    """Whether a file says that it is of this format, of whatever version."""
    try:
        return msgspec.json.decode(data, type=_Head).format == FORMAT
    except (ValueError, RecursionError, msgspec.MsgspecError):
        return False


def encode(game: OwnGame) -> bytes:
    """The file of a game. Raises LogError where the game has something that cannot be read back."""
    try:
        data = msgspec.json.encode(_to_file(game))
    except (ValueError, msgspec.MsgspecError) as error:
        raise LogError(f"The game cannot be written: {error}.") from error
    if decode(data) != game:
        raise LogError("The game cannot be written: it would not be read back as it is.")
    return data


def decode(data: bytes) -> OwnGame:
    """Read a file. Raises LogError, one sentence, for anything that `encode` does not write."""
    if len(data) > MOST_BYTES:
        raise LogError(
            f"The file is larger than {MOST_BYTES // 1024 // 1024} MB, so it is no game."
        )
    if not is_own(data):
        raise LogError("The file is no game that this program has written.")
    try:
        data.decode()
        head = msgspec.json.decode(data, type=_Head)
        if head.version not in READ:
            raise LogError(
                f"The file is of version {shown(head.version)}; this program reads {READ[0]} to "
                f"{VERSION}."
            )
        file = msgspec.json.decode(data, type=_File)
    except (ValueError, RecursionError, msgspec.MsgspecError) as error:
        raise LogError(f"The file is not as this program writes it: {_short(error)}.") from error
    _check(file)
    return _from_file(file)


def _check(file: _File) -> None:
    """Raises LogError for what the form alone does not tell."""
    if file.version == 1 and any(entry.why for entry in file.entries):
        _wrong("version 1 does not say why a move was made")
    if file.ruleset not in RULESETS:
        _wrong(f"there is no ruleset {shown(file.ruleset)}")
    if [seat.number for seat in file.seats] != list(range(1, len(file.seats) + 1)):
        _wrong("its seats do not count from 1")
    try:
        setup: Any = msgspec.json.decode(file.setup)
    except (ValueError, RecursionError, msgspec.MsgspecError):
        setup = None
    if not isinstance(setup, dict):
        _wrong("its setup is none")
    for i, entry in enumerate(file.entries, 1):
        try:
            decode_entry(bytes(entry.action).decode())
        except (ValueError, RecursionError, msgspec.MsgspecError) as error:
            raise LogError(f"Entry {i} of the file is no action: {_short(error)}.") from error


def _wrong(what: str) -> NoReturn:
    raise LogError(f"The file is not as this program writes it: {what}.")


def _short(error: Exception) -> str:
    """What an error says, in one line that can be shown."""
    return "".join(c for c in str(error) if c.isprintable())[:150].rstrip(".")


def _to_file(game: OwnGame) -> _File:
    return _File(
        FORMAT,
        VERSION,
        game.name,
        game.ruleset,
        game.source,
        game.created_at,
        Raw(game.setup.encode()),
        tuple(
            _Seat(
                seat.number,
                seat.player,
                tuple(_Sitting(str(s.user_id), s.since, s.until) for s in seat.sittings),
            )
            for seat in game.seats
        ),
        tuple(
            _Entry(e.at, None if e.author is None else str(e.author), Raw(e.body.encode()), e.why)
            for e in game.entries
        ),
    )


def _from_file(file: _File) -> OwnGame:
    return OwnGame(
        file.name,
        file.ruleset,
        bytes(file.setup).decode(),
        file.source,
        file.created_at,
        tuple(
            OwnSeat(
                seat.number,
                seat.player,
                tuple(Sitting(int(s.user), s.since, s.until) for s in seat.sittings),
            )
            for seat in file.seats
        ),
        tuple(
            OwnEntry(
                bytes(e.action).decode(), None if e.author is None else int(e.author), e.at, e.why
            )
            for e in file.entries
        ),
    )
