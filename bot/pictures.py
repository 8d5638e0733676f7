"""Pictures for messages, painted beside the event loop, with alt text; none if it goes wrong."""

from __future__ import annotations

import asyncio
import io
from dataclasses import replace
from typing import TypeVar

import discord

from render import alt, picture
from render.view import BoardView, ThemeName, View
from render.worker import Painter
from storage import Store

CONTRAST: ThemeName = "contrast"
STANDARD: ThemeName = "standard"
V = TypeVar("V", bound=View)


class Picture(discord.File):
    """A PNG with its alt text; `told` is all of the text where Discord's limit cuts it."""

    def __init__(self, png: bytes, name: str, text: str) -> None:
        short = alt.fit(text)
        super().__init__(io.BytesIO(png), filename=f"{name}.png", description=short)
        self.told: discord.File | None = None
        if short != text:
            words = io.BytesIO(text.encode())
            self.told = discord.File(words, f"{name}.txt", description="The picture in words")

    def reset(self, *, seek: int | bool = True) -> None:
        """Be ready to be sent again, the text too."""
        super().reset(seek=seek)
        if self.told is not None:
            self.told.reset(seek=seek)


class Pictures:
    """Makes files of views. Without a painter there are no pictures, and all else works."""

    def __init__(self, painter: Painter | None, store: Store) -> None:
        self._painter = painter
        self._store = store

    async def file(
        self, view: View, name: str, patience: float | None = None, *, late: bool = False
    ) -> Picture | None:
        """The picture of a view as a file called `name`.png.

        None when there is none, or none within `patience` seconds. One that nobody waits for is
        `late`: it is made after all others.
        """
        if self._painter is None:
            return None
        painting = asyncio.wrap_future(self._painter.paint(view, late=late))
        try:
            png = await asyncio.wait_for(asyncio.shield(painting), patience)
        except TimeoutError:
            return None
        return None if png is None else Picture(png, name, picture.describe(view))

    def close(self) -> None:
        """End the painter."""
        if self._painter is not None:
            self._painter.close()

    async def theme(self, user_id: int) -> ThemeName:
        """The theme in which a player wants pictures."""
        chosen = await self._store.recall(_theme_key(user_id))
        return CONTRAST if chosen == CONTRAST else STANDARD

    async def set_theme(self, user_id: int, theme: ThemeName) -> None:
        """Remember the theme that a player wants."""
        await self._store.remember(_theme_key(user_id), theme)

    async def set_numbers(self, user_id: int, wanted: bool) -> None:
        """Remember whether a player wants the numbers of tiles on the map."""
        await self._store.remember(_numbers_key(user_id), "yes" if wanted else "no")

    async def numbered(self, view: V, user_id: int) -> V:
        """The view as a player wants it: with the numbers of tiles, or without."""
        wanted = await self._store.recall(_numbers_key(user_id)) == "yes"
        if isinstance(view, BoardView) and wanted:
            return replace(view, tile_numbers=True)
        return view


def _numbers_key(user_id: int) -> str:
    return f"tile-numbers:{user_id}"


def _theme_key(user_id: int) -> str:
    return f"theme:{user_id}"


def files(file: Picture | None) -> list[discord.File]:
    """A picture and the text that belongs to it; empty when there is none.

    They stand beside the message's embed: in it a picture is shown 400 pixels wide, by itself 550.
    """
    if file is None:
        return []
    return [file] if file.told is None else [file, file.told]
