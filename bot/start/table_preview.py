"""The page of the local table: simcord's preview, with what several players at one table need.

- What they do waits for each other instead of being refused.
- The answer to what somebody did comes into view.
- The address stays the same over restarts, and one that opens nothing says so.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, Literal

import simcord
from aiohttp import web
from simcord.preview import Preview
from simcord.preview._pages import _Page
from simcord.preview._server import PreviewServer

SCRIPT = Path(__file__).with_name("table_preview.js")
Reason = Literal[
    "initial", "refresh", "snapshot", "navigation", "query", "presentation", "action", "capture"
]
ANSWERS = ("response", "followup", "message", "deferred", "source_edit")
"""Kinds of what came of an action that are messages to look at."""


class TablePreview(Preview):
    """The channel of the table in a browser; `turn` is held by whoever changes the simulation.

    The simulation refuses to do two things at once, and the page refuses what was begun on a view
    that has changed since. Discord does neither, so the table does not either.
    """

    def __init__(
        self,
        env: simcord.Env,
        channel: simcord.ChannelHandle,
        members: tuple[simcord.MemberActor, ...],
        port: int,
        secret: str,
    ) -> None:
        super().__init__(
            env,
            channel,
            members,
            layout="channel",
            display="responsive",
            width=960,
            height=720,
            locale="en-US",
            timezone="UTC",
            presentation_time=None,
            assets=None,
            port=port,
        )
        self.capability = secret
        self.turn = asyncio.Lock()
        self._server = TableServer(self, port)

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """Do what a player did in the page, once it is its turn."""
        async with self.turn:
            page = self._pages.get(context_id or "")
            if page is not None and isinstance(body, dict) and "published_revision" in body:
                body["published_revision"] = page.revision
            return await super()._action(context_id, body)

    def _publish(self, page: _Page, *, reason: Reason = "action") -> None:
        """Show the page anew, at the answer if its player just got one."""
        done = page.last_action or {}
        if reason == "action" and self._action_page is page and done.get("settlement") == "settled":
            found = [o.get("messageId") for o in done["outcomes"] if o["kind"] in ANSWERS]
            if found and found[-1]:
                page.target_id = page.window_end_id = int(found[-1])
        super()._publish(page, reason=reason)


class TableServer(PreviewServer):
    """Serves the page with a script that tells in words what it would leave blank."""

    _STATIC_FILES: ClassVar[dict[str, str]] = {
        **PreviewServer._STATIC_FILES,  # noqa: SLF001
        f"/{SCRIPT.name}": str(SCRIPT),
    }

    async def _index(self, request: web.Request) -> web.Response:
        answer: web.Response = await super()._index(request)
        script = f'<script type="module" src="/{SCRIPT.name}"></script>'
        answer.text = str(answer.text).replace("</body>", f"{script}</body>")
        return answer
