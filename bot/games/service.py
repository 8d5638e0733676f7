"""The games and their moves: the rules first, then the store, then the reply."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

import structlog
from cachetools import LRUCache

from bot.games.facts import LINE, STATUS, Told, decode
from bot.games.live import LiveGame
from bot.games.loading import MOST_KEPT, LoadedGames
from bot.games.refusals import NotAnnounced, WrongStep
from bot.games.telling import Why, messages, tell
from bot.games.turns import check_sequence, check_turn
from bot.games.undoing import last_move, undo_entry
from bot.refusal import PlayerError
from engine import Game, RuleViolation, WrongStepError, journal
from engine.actions import AnyAction
from engine.journal import Entry, Redo
from storage import (
    Busy,
    InteractionTaken,
    NewMessage,
    NoSuchGame,
    OutboxEntry,
    ProgramOver,
    SequenceTaken,
    Store,
    StoredGame,
    Unsure,
)

log = structlog.stdlib.get_logger(__name__)

MOST_ANNOUNCED = 1_000
"""So many announcements are known, the newest ones; of others the store knows enough."""
Make = Callable[[Game], AnyAction]
MakeAll = Callable[[Game], Sequence[AnyAction]]
Follow = Callable[[LiveGame, bool], Awaitable[LiveGame]]


@dataclass(frozen=True, slots=True)
class Place:
    """A channel or thread of a server, where a game is played."""

    guild_id: int | None
    channel_id: int | None


@dataclass(frozen=True, slots=True)
class Hand:
    """Who moves: the member, and Discord's interaction by which he does; its number is its time."""

    user_id: int | None
    interaction_id: int | None = None


@dataclass(frozen=True, slots=True)
class Moved:
    """A move that is stored: the game after it, and what is to be told of it.

    `line_id` is the outbox entry of that; whoever holds this is the one to say it, unless the move
    is told `again`, since its interaction had been delivered before. `ahead` is the number of moves
    that were set ahead in the game when it was stored.
    """

    live: LiveGame
    told: Told
    line_id: int
    again: bool = False
    ahead: int = 0


@dataclass(frozen=True, slots=True)
class Announced:
    """The message that told of the turn that began at place `since` of a game's list."""

    since: int
    message_id: int


class GameService(LoadedGames):
    """All games of the bot. One task at a time works on a game; the store guards the rest."""

    def __init__(self, store: Store, most_kept: int = MOST_KEPT) -> None:
        super().__init__(store, most_kept)
        self._announced: LRUCache[tuple[int, int | None], Announced] = LRUCache(MOST_ANNOUNCED)
        self.follow: Follow | None = None
        """Takes, under the game's lock, the moves after a move for which nobody is asked.

        It is told whether any can be set ahead.
        """
        self.answering: set[int] = set()
        """Outbox entries of lines with which a command is being answered right now."""

    async def warm(self) -> None:
        """Load the games that were played last, so that nobody waits for his after a restart."""
        for stored in await self.store.played_last(int(self._games.maxsize)):
            if stored.id in self._games:
                continue
            try:
                await self.fresh(stored)
                async with self.playing(stored) as live:
                    await self.followed(live)
            except Exception:
                log.exception("a game cannot be loaded", game=stored.id)

    # -- what was said ---------------------------------------------------------------------------

    async def due(self, stored: StoredGame) -> tuple[LiveGame, list[OutboxEntry]]:
        """A game and what must be said of it, without the lines that answer a command just now.

        A move is stored and noted in `answering` under the game's lock, so none falls between, and
        the game has every entry of which something is to be said: cards are made of its log.
        """
        async with self.playing(stored) as live:
            answering = set(self.answering)
            pending = await self.store.pending_outbox(stored.id)
            return live, [
                entry
                for entry in pending
                if entry.id not in answering and (entry.sequence or 0) <= live.sequence
            ]

    def announced(self, live: LiveGame, message_id: int, user_id: int | None = None) -> None:
        """Note that a message tells of the turn that is on: all members, or the one named.

        Who was told before of the same turn knows it since then.
        """
        key, new = (live.stored.id, user_id), Announced(live.since, message_id)
        before = self._announced.get(key)
        if before is None or before.since != new.since or new.message_id < before.message_id:
            self._announced[key] = new

    async def _knows(self, live: LiveGame, by: Hand) -> bool:
        """Whether the member had been told of this turn when he gave the command."""
        if by.interaction_id is None:
            return True
        game_id = live.stored.id
        found = [self._announced.get((game_id, user)) for user in (None, by.user_id)]
        now = [a.message_id for a in found if a is not None and a.since == live.since]
        if now:
            return min(now) < by.interaction_id
        told = await self.store.told_of(game_id, live.since)
        return all(entry.said_at is not None for entry in told if entry.kind != STATUS)

    # -- moving ----------------------------------------------------------------------------------

    async def move(self, place: Place, by: Hand, make: Make, *, after: int | None = None) -> Moved:
        """Take a move of a member: `make` builds it from the game as it stands.

        `after` is the place in the list that the member saw (for buttons). The move is stored
        before this returns. An interaction counts once: delivered again, it is told again.

        Raises:
            PlayerError: It is not the member's turn, or the game has gone on.
            RuleViolation: The rules forbid it.
        """

        def build(live: LiveGame) -> Entry:
            check_sequence(live, after)
            check_turn(live, by.user_id)
            return make(live.game)

        return await self._take(place, by, build, known=after is not None)

    async def moves(
        self, place: Place, by: Hand, make: MakeAll, *, after: int | None = None
    ) -> list[Moved]:
        """Take several moves of a member, one after the other: all of them, or none.

        The interaction stands with the first of them.

        Raises:
            PlayerError: It is not the member's turn.
            RuleViolation: The rules forbid one of them.
        """

        def build(live: LiveGame) -> Sequence[Entry]:
            check_sequence(live, after)
            check_turn(live, by.user_id)
            actions = make(live.game)
            if len(actions) > 1:  # a single one is tried as it is stored
                live.after([(action, by.user_id) for action in actions])
            return actions

        return await self._take_all(place, by, build, known=after is not None)

    async def agreed(self, place: Place, by: Hand, after: int, author: int, make: Make) -> Moved:
        """Take a move that its author proposed and another player has agreed to.

        Raises:
            PlayerError: The game has gone on since.
            RuleViolation: The rules forbid it.
        """

        def build(live: LiveGame) -> Entry:
            check_sequence(live, after)
            check_turn(live, author)
            return make(live.game)

        return await self._take(place, replace(by, user_id=author), build)

    async def undo(
        self,
        place: Place,
        by: Hand,
        to: Callable[[LiveGame], int] = last_move,
        *,
        agreed: tuple[int, ...] = (),
        after: int | None = None,
    ) -> Moved:
        """Take moves back: the last one, or all after the first `to`.

        `agreed` are the members who were asked and agreed, on the state at place `after`.

        Raises:
            NeedsConsent: Others made some of them, or something was uncovered: ask first.
            PlayerError: Nobody moved, or the member does not play here.
        """

        def build(live: LiveGame) -> Entry:
            check_sequence(live, after)
            return undo_entry(live, by.user_id, to(live), agreed)

        return await self._take(place, by, build)

    async def redo(self, place: Place, by: Hand) -> Moved:
        """Bring back what the member undid last.

        Raises:
            PlayerError: There is nothing, or somebody else undid it.
        """

        def build(live: LiveGame) -> Entry:
            if not live.undone:
                raise PlayerError("There is nothing to redo.")
            if live.undone[-1][0] != by.user_id:
                raise PlayerError("Only the player who undid the move can redo it.")
            return Redo()

        return await self._take(place, by, build)

    async def _take(
        self, place: Place, by: Hand, build: Callable[[LiveGame], Entry], *, known: bool = True
    ) -> Moved:
        """Take the entry that `build` makes; where not `known`, its player was told of the turn."""
        [moved] = await self._take_all(place, by, lambda live: [build(live)], known=known)
        return moved

    async def _take_all(
        self,
        place: Place,
        by: Hand,
        build: Callable[[LiveGame], Sequence[Entry]],
        *,
        known: bool,
    ) -> list[Moved]:
        stored = await self.find(place.guild_id, place.channel_id)
        async with self.playing(stored) as live:
            try:
                entries = build(live)
                if not known and not await self._knows(live, by):
                    raise NotAnnounced(live, entries[0])
                taken = await self._store_all(live, entries, by)
                live = await self.followed(taken[-1].live, ahead=bool(taken[-1].ahead))
                return [*taken[:-1], replace(taken[-1], live=live)]
            except WrongStepError as refusal:
                again = await self._again(stored, by)
                if again is None:
                    raise WrongStep(live, refusal) from refusal
                return [again]
            except (PlayerError, RuleViolation):
                again = await self._again(stored, by)
                if again is None:
                    raise
                return [again]

    async def _store_all(self, live: LiveGame, entries: Sequence[Entry], by: Hand) -> list[Moved]:
        """Store entries one after the other; those before one that fails are said as they are."""
        taken: list[Moved] = []
        try:
            for entry in entries:
                taken = [*taken, await self._store(live, entry, by)]
                live, by = taken[-1].live, replace(by, interaction_id=None)
        except BaseException:
            self.answering.difference_update(moved.line_id for moved in taken)
            raise
        return taken

    async def followed(self, live: LiveGame, *, ahead: bool = True) -> LiveGame:
        """The game after the moves for which nobody is asked; the game must be locked.

        They never stand in the way of the move before them: what fails is tried at the next one.
        """
        if self.follow is None:
            return live
        try:
            return await self.follow(live, ahead)
        except Exception:
            log.exception("what follows by itself failed", game=live.stored.id)
            return self._games.get(live.stored.id, live)

    async def add(
        self,
        live: LiveGame,
        entry: Entry,
        author: int | None,
        *,
        why: Why | None = None,
        quiet: bool = False,
        also: Sequence[NewMessage] = (),
        program: int | None = None,
    ) -> LiveGame:
        """Store an entry that no interaction asked for; the game must be locked.

        With `quiet` nothing is said of it; `also` is said beside it. `program` is the number of
        what was set ahead and makes the move.

        Raises:
            PlayerError: It could not be stored.
            ProgramOver: What was set ahead was ended meanwhile.
        """
        by = Hand(author)
        moved = await self._store(live, entry, by, why, quiet=quiet, also=also, program=program)
        self.answering.discard(moved.line_id)
        return moved.live

    async def _store(
        self,
        live: LiveGame,
        entry: Entry,
        by: Hand,
        why: Why | None = None,
        *,
        quiet: bool = False,
        also: Sequence[NewMessage] = (),
        program: int | None = None,
    ) -> Moved:
        """Play an entry and store it; only then it is the game that others see."""
        after, _ = live.after([(entry, by.user_id)], [why])
        told = tell(live, after, entry, by.user_id, why)
        try:
            stored = await self.store.append(
                live.stored.id,
                after.sequence,
                journal.encode(entry),
                by.user_id,
                [*messages(live, after, told, quiet=quiet), *also],
                interaction_id=by.interaction_id,
                why=why,
                program=program,
            )
        except ProgramOver:
            raise  # nothing was stored, and the game stands as it did
        except (SequenceTaken, InteractionTaken) as error:
            raise PlayerError(
                "Somebody moved at the same moment. Look at `/status`, then try again."
            ) from error
        except Busy as error:
            raise PlayerError(
                "The database is busy, so your move was not taken: try again in a moment."
            ) from error
        except Unsure as error:
            self.forget(live.stored.id)
            raise PlayerError(
                "The connection to the database broke. Look at `/status` whether your move was "
                "taken before you try again."
            ) from error
        except NoSuchGame as error:
            self.forget(live.stored.id)
            raise PlayerError("This game was deleted.") from error
        except BaseException:
            self.forget(live.stored.id)  # whether it is stored, only the store knows
            raise
        after = self._as_stored(after, replace(live.stored, last_sequence=after.sequence))
        self._keep(after)
        self.answering.add(stored.outbox_ids[0])
        return Moved(after, told, stored.outbox_ids[0], ahead=stored.ahead)

    async def _again(self, stored: StoredGame, by: Hand) -> Moved | None:
        """What the interaction did when it was delivered before, if it was."""
        place = await self.store.place_of(by.interaction_id) if by.interaction_id else None
        if place is None or place[0] != stored.id:
            return None
        live = await self._caught_up(await self.store.game(stored.id))
        [line] = [e for e in await self.store.told_of(*place) if e.kind == LINE]
        told = decode(line.body)
        return Moved(live, told, line.id, again=True) if isinstance(told, Told) else None
