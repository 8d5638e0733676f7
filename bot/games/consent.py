"""Questions to several players: may moves be taken back, may somebody else take a seat."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.games.facts import NOTE, STATUS, Seated, encode
from bot.games.live import LiveGame
from bot.games.service import GameService, Hand, Moved, Place
from bot.games.turns import call_next
from bot.games.undoing import TakingBack, taking_back
from bot.refusal import PlayerError
from storage import Clock, LobbyPlayer, NewMessage, Question, Questions, Seats, SeatTaken
from storage.consent import DECLINED, DONE, OPEN
from storage.records import ACTIVE

UNDO, REPLACE = "undo", "replace"
OVER = "This question is over: it was answered, or the game has gone on since."


@dataclass(frozen=True, slots=True)
class Replacement:
    """A seat that `by` is to take from `leaving`."""

    number: int
    leaving: int
    by: int
    name: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a question: who is to answer still, or what was taken back."""

    question: Question
    live: LiveGame
    missing: tuple[int, ...] = ()
    declined: bool = False
    moved: Moved | None = None

    @property
    def done(self) -> bool:
        """Whether what was asked for was done."""
        return not self.missing and not self.declined


class Consents:
    """Asks, and does what was asked for once all have agreed."""

    def __init__(self, games: GameService, clock: Clock, patience: timedelta) -> None:
        """After `patience` the others may decide about a seat whose player does not answer."""
        self._games = games
        self._questions = Questions(games.store, clock)
        self._seats = Seats(games.store)
        self._clock = clock
        self.patience = patience

    async def ask_undo(self, live: LiveGame, user_id: int, taking: TakingBack) -> Question:
        """Ask those whose moves would be taken back."""
        body = json.dumps({"to": taking.to})
        return await self._questions.ask(live.stored.id, UNDO, live.sequence, user_id, body)

    async def ask_replace(
        self, live: LiveGame, asker: int, number: int, by: LobbyPlayer
    ) -> Question:
        """Ask whether a member may take a seat.

        Raises:
            PlayerError: Nobody has the seat, he has it himself, or the asker has no part in it.
        """
        leaving = live.holder(number)
        if leaving is None:
            raise PlayerError(f"Seat {number} is free: `/game claim seat:{number}` takes it.")
        if leaving == by.user_id:
            raise PlayerError("That player has this seat already.")
        if asker != by.user_id and not live.seats_of(asker):
            raise PlayerError("Only who plays here, or is to take the seat, can ask for that.")
        body = json.dumps({"number": number, "leaving": leaving, "by": by.user_id, "name": by.name})
        question = await self._questions.ask(live.stored.id, REPLACE, live.sequence, asker, body)
        return await self._questions.agree(question, asker)

    async def waits_for(self, question_id: int) -> tuple[int, ...]:
        """The members whose answer is still awaited; none where the question is over."""
        question = await self._questions.get(question_id)
        if question is None or question.status != OPEN:
            return ()
        live = await self._games.fresh(await self._games.store.game(question.game_id))
        if question.kind == REPLACE:
            wanted = replacement(question)
            there = live.holder(wanted.number) == wanted.leaving
            return self.missing(question, live) if there else ()
        if live.sequence != question.sequence:
            return ()
        asked = taking_back(live, question.asker, int(json.loads(question.body)["to"])).asked
        return tuple(user for user in asked if user not in question.agreed)

    async def answer(self, question_id: int, by: Hand, *, yes: bool) -> Outcome:
        """Take a member's answer; the asker takes the question back with a no.

        Raises:
            PlayerError: It is over, or the member is not asked.
        """
        question = await self._questions.get(question_id)
        if question is None or question.status != OPEN or by.user_id is None:
            raise PlayerError(OVER)
        live = await self._games.fresh(await self._games.store.game(question.game_id))
        if live.stored.status != ACTIVE:
            raise PlayerError(OVER)
        answer = self._undo if question.kind == UNDO else self._replace
        return await answer(question, live, by, by.user_id, yes)

    # -- moves -----------------------------------------------------------------------------------

    async def _undo(
        self, question: Question, live: LiveGame, by: Hand, user: int, yes: bool
    ) -> Outcome:
        if live.sequence != question.sequence:
            await self._questions.close(question.id, DECLINED)
            raise PlayerError(OVER)
        to = int(json.loads(question.body)["to"])
        asked = taking_back(live, question.asker, to).asked
        if user not in asked and (yes or user != question.asker):
            raise PlayerError("You are not asked: none of those moves is yours.")
        if not yes:
            return await self._declined(question, live)
        question = await self._questions.agree(question, user)
        missing = tuple(other for other in asked if other not in question.agreed)
        if missing:
            return Outcome(question, live, missing)
        place = Place(live.stored.guild_id, live.stored.channel_id)
        async with self._decided(question):
            moved = await self._games.undo(
                place,
                Hand(question.asker, by.interaction_id),
                lambda _live: to,
                agreed=question.agreed,
                after=question.sequence,
            )
        return Outcome(question, moved.live, moved=moved)

    @asynccontextmanager
    async def _decided(self, question: Question) -> AsyncIterator[None]:
        """End a question to which all have agreed; it waits on where that cannot be done now.

        Raises:
            PlayerError: Somebody was faster, perhaps with a no.
        """
        if not await self._questions.close(question.id, DONE):
            raise PlayerError(OVER)
        try:
            yield
        except BaseException:
            await self._questions.reopen(question.id)
            raise

    async def _declined(self, question: Question, live: LiveGame) -> Outcome:
        if not await self._questions.close(question.id, DECLINED):
            raise PlayerError(OVER)
        return Outcome(question, live, declined=True)

    # -- seats -----------------------------------------------------------------------------------

    async def _replace(
        self, question: Question, live: LiveGame, by: Hand, user: int, yes: bool
    ) -> Outcome:
        wanted = replacement(question)
        others = others_of(live, wanted)
        if live.holder(wanted.number) != wanted.leaving:
            await self._questions.close(question.id, DECLINED)
            raise PlayerError(OVER)
        if user not in {wanted.leaving, wanted.by, question.asker, *others}:
            raise PlayerError("Only who plays here, or is to take the seat, is asked.")
        if not yes:
            if user not in {wanted.leaving, wanted.by, question.asker}:
                raise PlayerError("Who is against it need not press anything.")
            return await self._declined(question, live)
        question = await self._questions.agree(question, user)
        missing = self.missing(question, live)
        if missing:
            return Outcome(question, live, missing)
        async with self._decided(question):
            await self._give(live, wanted)
        return Outcome(question, live)

    def missing(self, question: Question, live: LiveGame) -> tuple[int, ...]:
        """Who must still agree: the one who comes, and the one who leaves or most of the others."""
        wanted = replacement(question)
        agreed = set(question.agreed)
        missing = [] if wanted.by in agreed else [wanted.by]
        if wanted.leaving not in agreed and not self._voted(question, live):
            missing.append(wanted.leaving)
        return tuple(missing)

    def votes_from(self, question: Question) -> datetime:
        """From when on the others may decide."""
        return question.at + self.patience

    def _voted(self, question: Question, live: LiveGame) -> bool:
        others = others_of(live, replacement(question))
        votes = sum(other in question.agreed for other in others)
        return 2 * votes > len(others) and self._clock() >= self.votes_from(question)

    async def _give(self, live: LiveGame, wanted: Replacement) -> None:
        stored, seat = live.stored, live.seat(wanted.number)
        call = call_next(live, None, None)
        call = call if call is not None and call.seat == wanted.number else None
        if call is not None:
            call = type(call)(call.seat, call.actor, call.step, wanted.by, ping=True)
        fact = Seated(live.sequence, wanted.number, wanted.name, seat.player, call, wanted.by)
        told = [
            NewMessage(stored.channel_id, NOTE, encode(fact)),
            NewMessage(stored.channel_id, STATUS, ""),
        ]
        try:
            await self._seats.give(stored.id, seat.number, wanted.by, wanted.leaving, told)
        except SeatTaken as error:
            raise PlayerError(OVER) from error
        await self._games.names.keep(stored.guild_id, {wanted.by: wanted.name})


def replacement(question: Question) -> Replacement:
    """What a question about a seat is about."""
    body = json.loads(question.body)
    return Replacement(body["number"], body["leaving"], body["by"], body["name"])


def others_of(live: LiveGame, wanted: Replacement) -> tuple[int, ...]:
    """The other players of the game, who may decide where one does not answer."""
    users = (seat.user_id for seat in live.seats)
    return tuple(dict.fromkeys(u for u in users if u and u not in {wanted.leaving, wanted.by}))
