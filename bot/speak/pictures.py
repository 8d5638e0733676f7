"""Pictures for messages, painted beside the event loop, with alt text; none if it goes wrong.

What a person waits for is painted first, what nobody asked for (`late`) when there is time.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any, TypeVar

import discord

from bot.speak.answer import Answer, Edit
from bot.speak.attachment import Attachment
from render import alt, picture
from render.view import BoardView, ThemeName, View
from render.worker import Painter
from storage import Store

V = TypeVar("V", bound=View)
CONTRAST: ThemeName = "contrast"
STANDARD: ThemeName = "standard"
PATIENCE = 2.5
"""So many seconds an answer waits for its picture; then it is given, and the picture follows."""
FOLLOWS = "-# The picture follows in a moment."
NONE = "-# No picture can be made at the moment; the rest of the bot works."


class Pictures:
    """Makes files of views. Without a painter there are no pictures, and all else works."""

    def __init__(self, painter: Painter | None, store: Store) -> None:
        self._painter = painter
        self._store = store

    @property
    def there(self) -> bool:
        """Whether pictures are made at all."""
        return self._painter is not None

    @property
    def waiting(self) -> int:
        """How many pictures wait for the painter, or are being painted."""
        return self._painter.waiting if self._painter is not None else 0

    @property
    def replaced(self) -> int:
        """How often a painter had hung or crashed, and was replaced."""
        return self._painter.replaced if self._painter is not None else 0

    async def file(self, view: View, name: str, *, public: bool = False) -> Attachment | None:
        """The picture of a view as a file called `name`.png, None when there is none.

        What is `public` nobody waits for, and it has a button that gives all of it in words.
        """
        if self._painter is None:
            return None
        png = await asyncio.wrap_future(self._painter.paint(view, late=public))
        if png is None:
            return None
        text = alt.fit(picture.describe(view), more=alt.BUTTON if public else alt.SETTING)
        return Attachment(png, f"{name}.png", description=text)

    async def answer(
        self,
        interaction: discord.Interaction[Any],
        drawn: View,
        name: str,
        text: str | None = None,
        *,
        public: bool = False,
        in_words: bool = False,
        instead: bool = False,
        embed: discord.Embed | None = None,
        **options: Any,
    ) -> None:
        """Answer with a picture; where it takes too long it follows by an edit.

        A file has all of its text where Discord's alt text is too short: with `in_words`, and for
        whoever wants it. With `instead` the message is changed whose button or select was used.
        """
        answer = Answer.of(interaction)
        if embed is not None:
            options["embed"] = embed

        async def say(content: str | None, found: list[Attachment]) -> Edit:
            if instead:
                await answer.edit(content=content, attachments=found, **options)
                return interaction.edit_original_response
            return (await answer.send(content, ephemeral=not public, files=found, **options)).edit

        painting = asyncio.create_task(self.file(drawn, name))
        done, _ = await asyncio.wait({painting}, timeout=PATIENCE)
        edit = None if done else await say("\n".join(filter(None, [text, FOLLOWS])), [])
        file = await painting
        in_words = in_words or await self.wants_words(interaction.user.id)
        found = [*files(file), *(told(drawn, name) if file and in_words else [])]
        if file is None and (edit or not (text or embed)):
            text = "\n".join(filter(None, [text, NONE]))
        if edit is None:
            await say(text, found)
        else:
            await edit(content=text, attachments=found)

    def close(self) -> None:
        """End the painter."""
        if self._painter is not None:
            self._painter.close()

    async def theme(self, user_id: int) -> ThemeName:
        """The theme in which a player wants pictures."""
        chosen = await self._store.recall(_theme_key(user_id))
        return CONTRAST if chosen == CONTRAST else STANDARD

    async def set_numbers(self, user_id: int, wanted: bool) -> None:
        """Remember whether a player wants the numbers of tiles on the map."""
        await self._store.remember(_numbers_key(user_id), "yes" if wanted else "no")

    async def wants_numbers(self, user_id: int) -> bool:
        """Whether a player wants the numbers of tiles on the map."""
        return await self._store.recall(_numbers_key(user_id)) == "yes"

    async def numbered(self, drawn: V, user_id: int) -> V:
        """The view as a player wants it: with the numbers of tiles, or without."""
        if isinstance(drawn, BoardView) and await self.wants_numbers(user_id):
            return replace(drawn, tile_numbers=True)
        return drawn

    async def set_words(self, user_id: int, wanted: bool) -> None:
        """Remember whether a player wants pictures in words as a file too."""
        await self._store.remember(_words_key(user_id), "yes" if wanted else "no")

    async def wants_words(self, user_id: int) -> bool:
        """Whether a player wants pictures in words as a file, where their alt text is too short."""
        return await self._store.recall(_words_key(user_id)) == "yes"

    async def set_theme(self, user_id: int, theme: ThemeName) -> None:
        """Remember the theme that a player wants."""
        await self._store.remember(_theme_key(user_id), theme)


def _numbers_key(user_id: int) -> str:
    return f"tile-numbers:{user_id}"


def _words_key(user_id: int) -> str:
    return f"words:{user_id}"


def _theme_key(user_id: int) -> str:
    return f"theme:{user_id}"


def is_cut(view: View) -> bool:
    """Whether a picture's text is too long for Discord's alt text."""
    return len(picture.describe(view)) > alt.DISCORD_LIMIT


def told(view: View, name: str) -> list[Attachment]:
    """All of a picture's text as a file, where Discord's alt text is too short for it."""
    if not is_cut(view):
        return []
    words = picture.describe(view).encode()
    return [Attachment(words, f"{name}.txt", description="The map in words")]


def files(file: Attachment | None) -> list[Attachment]:
    """The file as a list, empty when there is none.

    It stands beside the message's embed: in it a picture is shown 400 pixels wide, by itself 550.
    """
    return [] if file is None else [file]
