"""Bytes that are sent as a file of a message, and go from memory when they are sent."""

from __future__ import annotations

import io

import discord


class Attachment(discord.File):  # noqa: TID251  (the one place)
    """A file of these bytes; `description` is what stands for it where it cannot be seen.

    Its base gives the stream its own `close` back when it is sent. By that the stream would know
    itself, and stay until Python looks for such circles, which may be after a thousand pictures.
    """

    def __init__(self, data: bytes, filename: str, *, description: str | None = None) -> None:
        super().__init__(io.BytesIO(data), filename, description=description)

    def close(self) -> None:
        """It was sent, or will not be."""
        super().close()
        vars(self.fp).pop("close", None)
