"""Says one entry of the outbox: on the card of its turn, or in a line with its buttons."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import discord
import structlog

from bot.games.facts import (
    SEATS,
    AheadEnded,
    AheadMade,
    AskedStill,
    Fact,
    Reminded,
    Seated,
    Told,
    decode,
)
from bot.games.live import LiveGame
from bot.games.service import GameService
from bot.games.turn import Turn
from bot.present.said import Line, call_line, has_card, line
from bot.speak.answer import TROUBLE
from bot.speak.calling import Calling
from bot.speak.cards import FREE_SEATS, TurnCards
from bot.speak.outgoing import Fault, fault_of, in_time, nonce_of, pinged
from bot.speak.programs import AheadTeller
from storage import OutboxEntry

log = structlog.stdlib.get_logger(__name__)


@dataclass(slots=True)
class Said:
    """What was said of a game in one go, as it stood: the turn whose card was shown last.

    `to_note` are the entries which cards told, and which the store is to hear of.
    """

    live: LiveGame
    shown: Turn | None = None
    to_note: list[int] = field(default_factory=list)


class Saying:
    """Says what is due in a game, entry by entry; the notifier sees to when, and in which order."""

    def __init__(
        self,
        bot: discord.Client,
        games: GameService,
        cards: TurnCards,
        note: Callable[..., Awaitable[None]],
    ) -> None:
        """`note` is told the numbers of the entries that were said."""
        self._bot = bot
        self._games = games
        self._cards = cards
        self._note = note
        self.views: dict[str, Callable[[LiveGame, Fact], discord.ui.View | None]] = {}
        """The buttons that go with an entry of the outbox, by its kind; cogs add theirs."""
        self.call_view: Callable[[LiveGame], discord.ui.View] | None = None
        """The button that goes with a call; a cog hands it in."""
        self.ahead: AheadTeller | None = None
        """Tells of moves made ahead; handed in by the client."""
        self.calling: Calling | None = None
        """Whom a line pings, and who is written to directly; handed in by the client."""

    async def say(self, said: Said, entry: OutboxEntry) -> Fault | None:
        """Say a line in its game's channel; what went wrong, if anything.

        What a card told is noted with what comes next: a card can be shown again.
        """
        try:
            fact = decode(entry.body)
        except ValueError:
            log.exception("cannot read what is to be said", entry=entry.id)
            return None
        posted = True
        try:
            posted = await self._tell(said, entry, fact)
        except TROUBLE as error:
            fault = fault_of(error)
            log.warning(
                "cannot speak",
                channel=said.live.stored.channel_id,
                problem=error,
                kind=fault.name.lower(),
            )
            if fault is not Fault.NEVER:
                return fault
        said.to_note.append(entry.id)
        if posted:
            await self._note(*said.to_note)
            said.to_note.clear()
        return None

    async def _tell(self, said: Said, entry: OutboxEntry, fact: Fact) -> bool:
        """Show an entry on the cards of the turns that it touched; say a line where it has none.

        Whether more than a card was shown.
        """
        live = said.live
        if isinstance(fact, AheadMade | AheadEnded):
            if self.ahead is not None:
                await self.ahead.tell(live, entry, fact)
            return True
        if isinstance(fact, Told):
            for turn in live.turns_of(fact.sequence):
                if said.shown != turn:
                    await self._show(live, turn, f"{nonce_of(entry)}c{turn.begun}")
                    said.shown = turn
        if isinstance(fact, Told) and has_card(fact):
            return await self._call(live, entry, fact)
        await self._post(live, entry, fact, line(live, fact))
        return True

    async def _show(self, live: LiveGame, turn: Turn, nonce: str) -> None:
        """Show a card; one that Discord will never take keeps nobody from being called."""
        try:
            await self._cards.show(live, turn, nonce)
        except TROUBLE as error:
            if fault_of(error) is not Fault.NEVER:
                raise
            log.warning("a card cannot be shown", game=live.stored.id, problem=error)

    async def _call(self, live: LiveGame, entry: OutboxEntry, told: Told) -> bool:
        """Call who decides next, or note that the card told it; whether somebody was called."""
        if live.since > told.sequence:
            return False
        call = call_line(live, told, recalled=await self._cards.calls(live.stored.id))
        if call is not None:
            await self._post(live, entry, told, call)
            return True
        await self._cards.answered(live.stored.id)
        moment = self._cards.moment(live.stored.id)
        if moment is not None and told.sequence == live.since:
            self._games.announced(live, moment)
        return False

    async def _post(self, live: LiveGame, entry: OutboxEntry, fact: Fact, told: Line) -> None:
        """Post a message of its own; if it calls somebody, the button goes with it."""
        told, direct = await self._parted(live, fact, told)
        if not told.text:  # it is no longer so
            return
        channel = self._bot.get_partial_messageable(live.stored.channel_id)
        options: dict[str, Any] = {"allowed_mentions": pinged(told), "nonce": nonce_of(entry)}
        offered = self.views.get(entry.kind)
        other = offered(live, fact) if offered else None
        view = other or self._for(live, told)
        if view is not None:
            options["view"] = view
        message = await in_time(channel.send(told.text, **options))
        if entry.kind == SEATS and other is not None:
            await self._cards.called(live.stored.id, channel.id, message.id, FREE_SEATS)
        if isinstance(fact, Seated):
            await self._cards.renew(live.stored.id, FREE_SEATS, self.views[SEATS](live, fact))
        if told.button and (other is None or isinstance(fact, Reminded)):
            await self._cards.called(live.stored.id, channel.id, message.id)
        elif isinstance(fact, Told):
            await self._cards.answered(live.stored.id)
        if not isinstance(fact, Told) or (fact.call and fact.sequence == live.since):
            self._games.announced(live, message.id)
        if self.calling is not None:
            for user in direct:
                reminds = isinstance(fact, Reminded | AskedStill)
                await self.calling.write(live, user, told.text, reminds=reminds)

    async def _parted(self, live: LiveGame, fact: Fact, told: Line) -> tuple[Line, tuple[int, ...]]:
        """The line as the channel hears it, and the members who are written to directly."""
        if self.calling is None or not told.pings:
            return told, ()
        return await self.calling.parted(live, fact, told)

    def _for(self, live: LiveGame, told: Line) -> discord.ui.View | None:
        """The buttons that go with a line that calls somebody to his turn."""
        return self.call_view(live) if told.button and self.call_view is not None else None
