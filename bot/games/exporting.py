"""Takes a game out: as a log of 18xx.games, or in the program's own form with all that is known.

What is hidden while a game runs stays hidden: the secret or seed of its shuffle, and which
certificates the players kept. A game that was brought in from a log hides nothing: its log told it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, cast

import msgspec

from bot.games.live import LiveGame
from bot.games.seating import IMPORT
from bot.games.service import GameService
from bot.games.setups import without_secret
from bot.refusal import PlayerError
from engine import RuleViolation, Setup
from engine.actions import AnyAction, KeepCards
from engine.journal import decode, encode
from interchange import own, site_writer
from interchange.own import OwnEntry, OwnGame, OwnSeat, Why
from interchange.site_log import LogError
from storage import Seats, Sitting, StoredAction
from storage.records import ACTIVE

SITE_RULES = "site"


@dataclass(frozen=True, slots=True)
class Export:
    """A file of a game; `hides` says that it leaves out what is hidden now."""

    name: str
    data: bytes
    hides: bool = False


def is_hidden(live: LiveGame) -> bool:
    """Whether the game has secrets: it runs, and was shuffled here."""
    running = live.stored.status == ACTIVE and not live.game.finished
    return running and live.stored.source != IMPORT


def site_file(live: LiveGame) -> Export:
    """The game as a log that 18xx.games follows to the same state.

    Raises:
        PlayerError: That site does not know its rules or its shuffle, or hands are hidden.
    """
    setup, own_form = live.game.setup, "`/game export format:own` takes any game out."
    if live.stored.ruleset != SITE_RULES:
        raise PlayerError(f"18xx.games does not play by the {live.stored.ruleset}. {own_form}")
    if not isinstance(setup.seed, int):
        raise PlayerError(f"18xx.games has no sealed shuffle. {own_form}")
    if is_hidden(live):
        raise PlayerError(
            "A log of 18xx.games names the certificates in all hands, and those are hidden until "
            f"this game is over or archived. {own_form}"
        )
    names = tuple(player.name for player in live.game.state.players.values())
    actions: list[AnyAction] = [applied.action for applied in live.game.history]
    named = Setup(setup.seed, names, setup.ruleset)
    try:
        file = site_writer.written(named, actions, list(range(1, len(names) + 1)))
    except RuleViolation as error:
        raise PlayerError(f"The log cannot be written: {error}") from error
    return Export(f"{file_name(live)}-18xx.json", json.dumps(file).encode("ascii"))


async def own_file(games: GameService, live: LiveGame) -> Export:
    """The game with its setup, entries, authors, times, and who sat when.

    Raises:
        PlayerError: It has something that could not be read back.
    """
    actions = await games.store.actions(live.stored.id)
    sittings = await Seats(games.store).history(live.stored.id)
    hides = is_hidden(live)
    game = own_game(live, actions[: live.sequence], sittings)
    if hides:
        game = _without_secrets(game)
    try:
        return Export(f"{file_name(live)}.json", own.encode(game), hides)
    except LogError as error:
        raise PlayerError(str(error)) from error


def own_game(
    live: LiveGame, actions: Sequence[StoredAction], sittings: Sequence[Sitting]
) -> OwnGame:
    """A stored game as the own form has it, with all secrets."""
    stored = live.stored
    return OwnGame(
        stored.name,
        stored.ruleset,
        stored.setup,
        stored.source,
        stored.created_at,
        tuple(
            OwnSeat(seat.number, seat.player, _sittings(seat.number, sittings))
            for seat in stored.seats
        ),
        tuple(OwnEntry(a.body, a.author, a.created_at, cast("Why | None", a.why)) for a in actions),
    )


def _sittings(number: int, changes: Sequence[Sitting]) -> tuple[own.Sitting, ...]:
    """The members of a seat one after the other, from the changes."""
    mine = [change for change in changes if change.number == number]
    ends: list[datetime | None] = [change.at for change in mine[1:]]
    return tuple(
        own.Sitting(change.user_id, change.at, end)
        for change, end in zip(mine, [*ends, None], strict=False)
        if change.user_id is not None
    )


def changes(game: OwnGame) -> list[Sitting]:
    """Who sat when, as the store keeps it, in the order in which it happened."""
    found: list[Sitting] = []
    for seat in game.seats:
        for sitting in seat.sittings:
            since = sitting.since or game.created_at
            if found and found[-1].number == seat.number and found[-1].at == since:
                found.pop()
            found.append(Sitting(seat.number, sitting.user_id, since))
            if sitting.until is not None:
                found.append(Sitting(seat.number, None, sitting.until))
    return sorted(found, key=lambda change: (change.at, change.number))


def _without_secrets(game: OwnGame) -> OwnGame:
    setup: dict[str, Any] = without_secret(json.loads(game.setup))
    entries = tuple(replace(entry, body=_sealed(entry.body)) for entry in game.entries)
    return replace(game, setup=json.dumps(setup), entries=entries)


def _sealed(body: str) -> str:
    """An entry without the certificates that a player kept."""
    entry = decode(body)
    if not isinstance(entry, KeepCards):
        return body
    return encode(msgspec.structs.replace(entry, cards=()))


def file_name(live: LiveGame) -> str:
    """The game's name as that of a file, without its ending."""
    plain = "".join(c if c.isalnum() or c in "-_" else "-" for c in live.stored.name)
    return plain.strip("-")[:60] or "game"
