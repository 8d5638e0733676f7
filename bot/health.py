"""How the running bot is: its heartbeat in the data folder, and a page of metrics on loopback.

The heartbeat is a small file that is written anew every few seconds, so that another process can
tell whether the bot works: `python -m bot doctor --quick`, which Docker asks.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import structlog
from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot import measures
from bot.games.service import GameService
from bot.heartbeat import Heartbeat, write_heartbeat
from bot.memory import give_back
from bot.recurring import Recurring
from bot.refusal import StartError
from bot.speak.pictures import Pictures
from storage import Clock, Store

log = structlog.stdlib.get_logger(__name__)

PAUSE = 15.0
"""Seconds between two heartbeats."""
DATABASE_SECONDS = 5.0
"""So long the database may take to answer before it is said not to."""
LOOPBACK = "127.0.0.1"
UNKNOWN = float("nan")


class Health:
    """Watches over one bot. `latency` are the seconds of Discord's last heartbeat, or nan."""

    def __init__(
        self,
        file: Path,
        store: Store,
        games: GameService,
        pictures: Pictures,
        *,
        latency: Callable[[], float],
        guilds: Callable[[], int],
        clock: Clock,
    ) -> None:
        self._file = file
        self._store = store
        self._games = games
        self._pictures = pictures
        self._latency = latency
        self._guilds = guilds
        self._clock = clock
        self._cut_off: datetime | None = clock()
        self._beating = Recurring("heartbeat", self._beat)
        self._site: web.AppRunner | None = None
        self.port = 0

    async def start(self, port: int | None) -> None:
        """Begin to beat, and serve the metrics if there is a port for them (0: any free one).

        Raises:
            StartError: The port is in use.
        """
        measures.up_since.set(self._clock().timestamp())
        if port is not None:
            await self._serve(port)
        await self.beat()
        self._beating.start(after=PAUSE)

    async def stop(self) -> None:
        """End both; the file goes, since nothing is wrong with a bot that was told to end."""
        await self._beating.stop()
        if self._site is not None:
            await self._site.cleanup()
        with contextlib.suppress(OSError):
            self._file.unlink(missing_ok=True)

    def connected(self, *, there: bool) -> None:
        """Note that the connection to Discord is there, or lost."""
        if there:
            self._cut_off = None
        elif self._cut_off is None:
            self._cut_off = self._clock()

    # -- the heartbeat ---------------------------------------------------------------------------

    async def _beat(self) -> float:
        await self.beat()
        await asyncio.to_thread(give_back)
        return PAUSE

    async def beat(self) -> None:
        """Write down how it goes. A disk that is full is no reason to end."""
        since = None if self._cut_off is None else self._cut_off.timestamp()
        beat = Heartbeat(self._clock().timestamp(), os.getpid(), await self._database(), since)
        try:
            write_heartbeat(self._file, beat)
        except OSError as error:
            log.warning("no heartbeat can be written", problem=error)

    async def _database(self) -> bool:
        try:
            async with asyncio.timeout(DATABASE_SECONDS):
                await self._store.outbox_age()
        except Exception as error:  # noqa: BLE001  (whatever it is, the database does not answer)
            log.warning("the database does not answer", problem=error)
            return False
        return True

    # -- the metrics -----------------------------------------------------------------------------

    async def _serve(self, port: int) -> None:
        app = web.Application()
        app.router.add_get("/metrics", self._metrics)
        self._site = web.AppRunner(app, access_log=None)
        await self._site.setup()
        try:
            await web.TCPSite(self._site, LOOPBACK, port).start()
        except OSError as error:
            raise StartError(
                f"Port {port} is in use: set METRICS_PORT to another port, or leave it empty."
            ) from error
        self.port = int(self._site.addresses[0][1])

    async def _metrics(self, _request: web.Request) -> web.Response:
        await self.measure()
        return web.Response(body=generate_latest(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def measure(self) -> None:
        """Bring those metrics up to date that are looked up rather than counted."""
        measures.gateway.set(self._cut_off is None)
        measures.latency.set(self._latency())
        measures.guilds.set(self._guilds())
        measures.pictures.set(self._pictures.waiting)
        measures.painters.set(self._pictures.replaced)
        measures.games.set(self._games.in_memory)
        try:
            async with asyncio.timeout(DATABASE_SECONDS):
                waiting, oldest = await self._store.outbox_age()
        except Exception as error:  # noqa: BLE001  (the rest is told all the same)
            log.warning("the database does not answer", problem=error)
            measures.outbox.set(UNKNOWN)
            measures.outbox_age.set(UNKNOWN)
            return
        measures.outbox.set(waiting)
        age = 0.0 if oldest is None else (datetime.now(UTC) - oldest).total_seconds()
        measures.outbox_age.set(max(0.0, age))
