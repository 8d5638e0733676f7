"""The card of each turn: one message that grows by edits, remembered in the database.

It is posted anew, and the old one taken away, where that is gone or too old to be edited, or where
its turn goes on although another card stands below it. It is made of the log each time.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import discord
import structlog

from bot.games.live import LiveGame
from bot.games.service import GameService
from bot.games.turn import Turn
from bot.present.card import CardPicture, card_embed, card_picture
from bot.speak.answer import TROUBLE, moment_of
from bot.speak.attachment import Attachment
from bot.speak.outgoing import (
    CHANNEL_GONE,
    GONE,
    NO_EMBEDS,
    OLD,
    TOO_LARGE,
    TOO_OLD_TO_EDIT,
    in_text,
    in_time,
)
from bot.speak.pictures import PATIENCE, Pictures, files, is_cut
from storage import Busy, Card, Cards, Unsure

log = structlog.stdlib.get_logger(__name__)

MORE = "/game log"
CALL = "call"
"""The name under which the call is kept that has its button."""
FREE_SEATS = "seats"
"""That of the message which offers the free seats."""


class TurnCards:
    """Keeps the cards of all games, and the calls that wait, as they should be."""

    def __init__(self, bot: discord.Client, games: GameService, pictures: Pictures) -> None:
        self._bot = bot
        self._games = games
        self._pictures = pictures
        self._cards = Cards(games.store)
        self.words: Callable[[int, Turn], discord.ui.View] | None = None
        """The button that gives a card's picture in words; a cog hands it in."""
        self._unsaved: dict[tuple[int, str], Card] = {}
        """What was posted or edited, and is not yet in the store."""
        self._failed: set[tuple[int, str]] = set()
        """Those of them that the store could not take."""
        self._moments: dict[int, int] = {}
        self._locks: dict[int, asyncio.Lock] = {}
        self._drawing: dict[tuple[int, str], asyncio.Task[None]] = {}

    def moment(self, game_id: int) -> int | None:
        """When a card of a game was shown last, as a snowflake of Discord's clock."""
        return self._moments.get(game_id)

    # -- cards -----------------------------------------------------------------------------------

    async def show(self, live: LiveGame, turn: Turn, nonce: str) -> None:
        """Show a turn as the log tells it now; nothing is sent where that is shown already.

        `nonce` is the same when it is tried again. Raises one of TROUBLE.
        """
        async with self._lock(live.stored.id):
            await self._show(live, turn, nonce)

    async def begin(self, live: LiveGame, turn: Turn) -> bool:
        """Post the card of a turn if it has none; whether that was done. It may be tried again."""
        async with self._lock(live.stored.id):
            try:
                if await self._get(live.stored.id, turn.name) is not None:
                    return False
                await self._show(live, turn, f"b{live.stored.id}s{live.sequence}")
            except (*TROUBLE, Busy, Unsure) as error:
                log.warning("cannot begin a card", game=live.stored.id, problem=error)
                return False
            return True

    async def _show(self, live: LiveGame, turn: Turn, nonce: str) -> None:
        embed, picture = card_embed(live, turn), self._picture_of(live, turn)
        shown, wanted = _digest(embed), picture.name if picture else ""
        card = await self._get(live.stored.id, turn.name)
        if card is not None and (card.shown, card.picture) == (shown, wanted):
            return
        renewed = None
        if card is not None and not await self._is_past(live, turn, card):
            renewed = await self._edited(live, turn, replace(card, shown=shown), embed, picture)
        if renewed is None:
            renewed = await self._posted(live, turn, embed, nonce)
            await self._put(renewed)
            if card is not None:
                await self._take_away(card)
        else:
            await self._put(renewed)
        if picture is not None and picture.name != renewed.picture:
            self._draw(live, turn)

    async def _is_past(self, live: LiveGame, turn: Turn, card: Card) -> bool:
        """Whether the card of a turn that goes on is too old, or too far up."""
        if turn not in {live.turn, live.last_turn}:
            return False
        age = discord.utils.utcnow() - discord.utils.snowflake_time(card.message_id)
        return age > OLD or card.message_id < await self._cards.newest(card.game_id, but=CALL)

    async def _edited(
        self,
        live: LiveGame,
        turn: Turn,
        card: Card,
        embed: discord.Embed,
        picture: CardPicture | None,
    ) -> Card | None:
        """The card edited, with its new picture if that is there soon; None where it cannot be."""
        changes: dict[str, Any] = {"embed": embed, "content": None}
        if picture is None and card.picture:
            changes |= {"attachments": [], "view": None}
            card = replace(card, picture="")
        elif picture is not None and picture.name != card.picture:
            painting = asyncio.create_task(self._file(picture))
            await asyncio.wait({painting}, timeout=PATIENCE)
            if painting.done() and (file := painting.result()) is not None:
                changes |= {"attachments": files(file), "view": self._words(live, turn, picture)}
                card = replace(card, picture=picture.name)
        try:
            edited = await self._edit(self._message(card), embed, changes)
        except discord.HTTPException as error:
            if error.code == CHANNEL_GONE:
                raise
            if error.code in {GONE, TOO_OLD_TO_EDIT} or isinstance(error, discord.NotFound):
                return None
            raise
        self._moments[card.game_id] = moment_of(edited)
        return card

    async def _edit(
        self, message: discord.PartialMessage, embed: discord.Embed, changes: dict[str, Any]
    ) -> discord.Message:
        """Edit a message; without picture, or as plain text, where the bot may do no more."""
        plain = {"content": in_text(embed, MORE), "embed": None}
        framed = {"content": None, "embed": embed}
        for less in ([framed] if "attachments" in changes else []) + [plain]:
            try:
                return await in_time(message.edit(**changes))
            except discord.HTTPException as error:
                if error.code != NO_EMBEDS and error.status != TOO_LARGE:
                    raise
                changes = less
        return await in_time(message.edit(**changes))

    async def _posted(self, live: LiveGame, turn: Turn, embed: discord.Embed, nonce: str) -> Card:
        stored = live.stored
        channel = self._bot.get_partial_messageable(stored.channel_id)
        try:
            message = await in_time(channel.send(embed=embed, nonce=nonce))
        except discord.Forbidden as error:
            if error.code != NO_EMBEDS:
                raise
            message = await in_time(channel.send(in_text(embed, MORE), nonce=nonce))
        self._moments[stored.id] = message.id
        return Card(stored.id, turn.name, stored.channel_id, message.id, _digest(embed))

    async def _take_away(self, card: Card) -> None:
        """Delete a message in whose place another one stands; if that fails, it stays as it was."""
        with contextlib.suppress(*TROUBLE):
            await in_time(self._message(card).delete())

    # -- calls -----------------------------------------------------------------------------------

    async def called(
        self, game_id: int, channel_id: int, message_id: int, name: str = CALL
    ) -> None:
        """Remember the call that has its button now; the one before loses its own."""
        await self.answered(game_id, name)
        await self._put(Card(game_id, name, channel_id, message_id))

    async def calls(self, game_id: int) -> bool:
        """Whether a call has its button: nobody moved since."""
        card = await self._get(game_id, CALL)
        return card is not None and bool(card.message_id)

    async def answered(self, game_id: int, name: str = CALL) -> None:
        """Take the button away from a call that is over."""
        card = await self._get(game_id, name)
        if card is None or not card.message_id:
            return
        with contextlib.suppress(*TROUBLE):  # it is stale anyway
            await in_time(self._message(card).edit(view=None))
        await self._put(replace(card, message_id=0))

    async def renew(self, game_id: int, name: str, view: discord.ui.View | None) -> None:
        """Give a message other buttons, or none."""
        card = await self._get(game_id, name)
        if card is not None and card.message_id:
            with contextlib.suppress(*TROUBLE):
                await in_time(self._message(card).edit(view=view))

    # -- the picture -----------------------------------------------------------------------------

    def _picture_of(self, live: LiveGame, turn: Turn) -> CardPicture | None:
        return card_picture(live, turn) if self._pictures.there else None

    async def _file(self, picture: CardPicture) -> Attachment | None:
        return await self._pictures.file(picture.draw(), picture.file, public=True)

    def _words(self, live: LiveGame, turn: Turn, picture: CardPicture) -> discord.ui.View | None:
        """The button for a picture of which Discord's alt text does not tell all."""
        if self.words is None or not is_cut(picture.draw()):
            return None
        return self.words(live.stored.id, turn)

    def _draw(self, live: LiveGame, turn: Turn) -> None:
        """See to it that a card gets the picture that was not there in time."""
        key = (live.stored.id, turn.name)
        drawing = self._drawing.get(key)
        if drawing is None or drawing.done():
            self._drawing[key] = asyncio.create_task(self._add_picture(live, turn))
            self._drawing[key].add_done_callback(lambda _: self._drawing.pop(key, None))

    async def _add_picture(self, live: LiveGame, turn: Turn) -> None:
        """Add the newest picture, until none is newer."""
        added = ""
        while (picture := self._picture_of(live, turn)) is not None and picture.name != added:
            file, added = await self._file(picture), picture.name
            async with self._lock(live.stored.id):
                card = await self._get(live.stored.id, turn.name)
                live = await self._games.fresh(await self._games.store.game(live.stored.id))
                wanted = self._picture_of(live, turn)
                if file is None or card is None or wanted is None or wanted.name == card.picture:
                    return
                if wanted.name != added:
                    continue
                try:
                    view = self._words(live, turn, picture)
                    await in_time(self._message(card).edit(attachments=files(file), view=view))
                except TROUBLE as error:
                    log.warning("a card stays without its picture", problem=error)
                    return
                await self._put(replace(card, picture=added))

    def close(self) -> None:
        """Draw no more."""
        for task in self._drawing.values():
            task.cancel()

    # -- what is remembered ----------------------------------------------------------------------

    def _lock(self, game_id: int) -> asyncio.Lock:
        return self._locks.setdefault(game_id, asyncio.Lock())

    def _message(self, card: Card) -> discord.PartialMessage:
        channel = self._bot.get_partial_messageable(card.channel_id)
        return channel.get_partial_message(card.message_id)

    async def _get(self, game_id: int, name: str) -> Card | None:
        return self._unsaved.get((game_id, name)) or await self._cards.get(game_id, name)

    async def _put(self, card: Card) -> None:
        """Remember a card; where the store cannot be written now, with the next one."""
        key = (card.game_id, card.name)
        self._unsaved[key] = card
        keys, self._failed = {key, *self._failed}, set()
        for each in keys:
            unsaved = self._unsaved.get(each)
            if unsaved is None:
                continue
            try:
                await self._cards.put(unsaved)
            except Exception as error:  # noqa: BLE001 - it was said: nobody is to hear of this
                log.warning("cannot note a card", problem=error)
                self._failed.add(each)
            else:
                if self._unsaved.get(each) is unsaved:
                    del self._unsaved[each]


def _digest(embed: discord.Embed) -> str:
    """Tells one content from another."""
    return hashlib.sha256(json.dumps(embed.to_dict(), sort_keys=True).encode()).hexdigest()
