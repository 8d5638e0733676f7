"""Pictures for messages, painted beside the event loop, with alt text; none if it goes wrong."""

from __future__ import annotations

import asyncio
import io

import discord

from render import alt, picture
from render.view import ThemeName, View
from render.worker import Painter
from storage import Store

CONTRAST: ThemeName = "contrast"
STANDARD: ThemeName = "standard"


class Pictures:
    """Makes files of views. Without a painter there are no pictures, and all else works."""

    def __init__(self, painter: Painter | None, store: Store) -> None:
        self._painter = painter
        self._store = store

    async def file(
        self, view: View, name: str, patience: float | None = None
    ) -> discord.File | None:
        """The picture of a view as a file called `name`.png.

        None when there is none, or none within `patience` seconds.
        """
        if self._painter is None:
            return None
        painting = asyncio.wrap_future(self._painter.paint(view))
        try:
            png = await asyncio.wait_for(asyncio.shield(painting), patience)
        except TimeoutError:
            return None
        if png is None:
            return None
        return discord.File(
            io.BytesIO(png), filename=f"{name}.png", description=alt.fit(picture.describe(view))
        )

    async def with_text(self, view: View, name: str) -> list[discord.File]:
        """The picture, and all of its text as a file where Discord's alt text is too short."""
        file = await self.file(view, name)
        if file is None:
            return []
        text = picture.describe(view)
        if len(text) <= alt.DISCORD_LIMIT:
            return [file]
        told = io.BytesIO(text.encode())
        return [file, discord.File(told, filename=f"{name}.txt", description="The map in words")]

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


def _theme_key(user_id: int) -> str:
    return f"theme:{user_id}"


def pictured(embed: discord.Embed, file: discord.File | None) -> discord.Embed:
    """The embed with the picture in it, if there is one."""
    if file is not None:
        embed.set_image(url=f"attachment://{file.filename}")
    return embed


def files(file: discord.File | None) -> list[discord.File]:
    """The file as a list, empty when there is none."""
    return [] if file is None else [file]
