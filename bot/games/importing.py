"""Takes a game in from an 18xx.games log: checked from first to last move, all or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from bot.games.exporting import changes
from bot.games.facts import SEATS, STATUS, Arrived, Call
from bot.games.facts import encode as encode_fact
from bot.games.lobby import make_room
from bot.games.mentions import read_mention, split
from bot.games.now import step_now
from bot.games.seating import IMPORT
from bot.games.service import GameService
from bot.games.setups import read_setup, setup_json
from bot.refusal import PlayerError
from engine import RULESETS, Game, RuleViolation, Setup
from engine.journal import decode, encode, play
from engine.sealed import Secret
from interchange import own
from interchange.own import OwnGame
from interchange.replay import Replay, ReplayError
from interchange.site_log import LogError, is_text, is_whole, parse
from storage import ChannelTaken, LobbyPlayer, NewAction, NewMessage, Seat, StoredGame

LARGEST = 4 * 1024 * 1024
"""Bytes of a log; the longest games have less than half a megabyte."""
EMPTY = {"-", "_", "none", "empty"}
EARLIEST, LATEST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
"""Between them lies all that is done in a game."""
MOST_USER = 2**63 - 1
"""The highest number that a member of Discord can have."""
LONGEST_SOURCE, LONGEST_SETUP = 40, 16 * 1024
"""Letters of what tells where a game is from, and of its setup, which is read with every move."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A log that was followed: the setup, the moves as JSON, how many were not taken in.

    `next` is who decides then; nobody sits there yet. `own` is the whole record of a game that was
    written here.
    """

    setup: Setup
    actions: tuple[str, ...]
    left_out: int
    next: Call | None
    own: OwnGame | None = None


def check_size(size: int) -> None:
    """Raises PlayerError for a file (of `size` bytes) that is too large to be a log."""
    if size > LARGEST:
        raise PlayerError(
            f"The file has {size / 1024 / 1024:.1f} MB; a log of one game has less than "
            f"{LARGEST // 1024 // 1024} MB. Nothing was imported."
        )


def follow(text: bytes, rules: str, until: int | None) -> Imported:
    """Follow a log, at most `until` of its standing actions.

    Raises:
        PlayerError: The file is no log, or breaks a rule somewhere; says which action, and why.
    """
    if own.is_own(text):
        return _follow_own(text, until)
    try:
        replay = Replay(parse(text), RULESETS[rules])
        actions = tuple(encode(a) for step in replay.steps(until) for a in step.actions)
    except LogError as error:
        raise PlayerError(f"{error} Nothing was imported.") from error
    except ReplayError as error:
        other = next(name for name in RULESETS if name != rules)
        raise PlayerError(
            f"The log cannot be followed at action {error.n} (id {error.raw.get('id')}, "
            f"{str(error.raw.get('type'))[:40]}): {error.reason}\nNothing was imported. To take "
            f"the game up to that point, import it again with `until:{error.n - 1}`. If it was "
            f"played by the other ruleset, add `rules:{other}`."
        ) from error
    taken = len(replay.entries) if until is None else min(until, len(replay.entries))
    left_out = len(replay.entries) - taken
    return Imported(replay.game.setup, actions, left_out, _waits(replay.game))


def _waits(game: Game) -> Call | None:
    seat, actor = game.player_to_act, game.actor
    if seat is None or actor is None:
        return None
    return Call(seat, actor, step_now(game), user=None, ping=False)


def _follow_own(text: bytes, until: int | None) -> Imported:
    """Follow a game that was written here, every entry of it.

    Raises:
        PlayerError: The file is damaged, leaves something out, or breaks a rule.
    """
    if until is not None:
        raise PlayerError("A game of this form comes back whole: leave `until:` out.")
    try:
        record = own.decode(text)
    except LogError as error:
        raise PlayerError(f"{error} Nothing was imported.") from error
    try:
        setup = read_setup(record.setup, record.ruleset)
        _check_kept(record, setup)
        game = Game(setup)
    except (KeyError, TypeError, ValueError) as error:
        raise PlayerError(
            "This file was written while the game ran, and leaves out what was hidden then: it "
            "can be kept, but not played on. Nothing was imported."
        ) from error
    for n, entry in enumerate(record.entries, 1):
        try:
            play(game, decode(entry.body))
        except RuleViolation as error:
            raise PlayerError(
                f"The game cannot be followed at entry {n}: {error} Nothing was imported."
            ) from error
    bodies = tuple(entry.body for entry in record.entries)
    return Imported(game.setup, bodies, 0, _waits(game), record)


def _check_kept(record: OwnGame, setup: Setup) -> None:
    """Check that a file tells nothing that a game which was played here cannot have.

    Raises:
        PlayerError: It could not be stored, or what is said of it could not be read.
    """
    sittings = [sitting for seat in record.seats for sitting in seat.sittings]
    users = [*(s.user_id for s in sittings), *(e.author or 0 for e in record.entries)]
    ends = [end for s in sittings for end in (s.since, s.until) if end is not None]
    times = [record.created_at, *ends, *(entry.at for entry in record.entries)]
    right = {
        "a name": record.name.isprintable(),
        "an origin": record.source.isprintable() and len(record.source) <= LONGEST_SOURCE,
        "a shuffle": isinstance(setup.seed, Secret) or is_whole(setup.seed),
        "a setup": len(record.setup) <= LONGEST_SETUP,
        "players": len(setup.players) == len(record.seats) and all(map(is_text, setup.players)),
        "members": max(users, default=0) <= MOST_USER,
        "times": all(EARLIEST <= time < LATEST for time in times),
    }
    for what, is_right in right.items():
        if not is_right:
            raise PlayerError(
                f"The file is damaged: no game of this program has such {what}. Nothing was "
                "imported."
            )


def parse_seats(text: str, players: int) -> list[int | None]:
    """The members for the seats, in the log's order of players: mentions, "-" for an empty seat.

    Raises:
        PlayerError: Something is no mention, or there are more than players.
    """
    found: list[int | None] = []
    for word in split(text):
        user_id = read_mention(word)
        if user_id is None and word.lower() not in EMPTY:
            raise PlayerError(
                f"`{word[:40]}` is no mention of a member. Give `seats:` as mentions in the log's "
                "order of players, with - for a seat that somebody will claim later."
            )
        found.append(user_id)
    if len(found) > players:
        raise PlayerError(f"The log has {players} players; `seats:` names {len(found)}.")
    return found + [None] * (players - len(found))


async def store(
    games: GameService,
    place: tuple[int, int],
    importer: LobbyPlayer,
    found: Imported,
    name: str,
    members: Sequence[LobbyPlayer | None],
) -> StoredGame:
    """Store an imported game for a place (server and channel); a finished one there makes room.

    Raises:
        PlayerError: A game is played there.
    """
    guild_id, channel_id = place
    await make_room(games, guild_id, channel_id)
    await games.names.keep(guild_id, {m.user_id: m.name for m in members if m})
    setup, record = found.setup, found.own
    arrived = Arrived(
        importer.user_id,
        record.name if record else name,
        setup.players,
        len(found.actions),
        _call(found.next, members),
        importer.name,
    )
    try:
        return await games.store.create_game(
            guild_id=guild_id,
            channel_id=channel_id,
            name=record.name if record else name,
            ruleset=setup.ruleset.name,
            setup=record.setup if record else setup_json(setup),
            source=record.source if record else IMPORT,
            opened_by=importer.user_id,
            seats=[
                Seat(number, player, member.user_id if member else None)
                for number, (player, member) in enumerate(
                    zip(setup.players, members, strict=True), 1
                )
            ],
            actions=_entries(found),
            created_at=record.created_at if record else None,
            sittings=changes(record) if record else (),
            outbox=[
                NewMessage(channel_id, SEATS, encode_fact(arrived)),
                NewMessage(channel_id, STATUS, ""),
            ],
        )
    except ChannelTaken as error:
        raise PlayerError(
            "A game is played in this channel already: import into another channel or thread."
        ) from error


def _entries(found: Imported) -> list[NewAction]:
    if found.own is None:
        return [NewAction(body) for body in found.actions]
    return [NewAction(entry.body, entry.author, entry.at, entry.why) for entry in found.own.entries]


def _call(waits: Call | None, members: Sequence[LobbyPlayer | None]) -> Call | None:
    """The call of the player on turn, once every seat is taken."""
    taken = [member.user_id for member in members if member]
    if waits is None or len(taken) < len(members):
        return None
    return Call(waits.seat, waits.actor, waits.step, taken[waits.seat - 1], ping=True)
