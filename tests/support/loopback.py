"""A very small Discord on loopback: real sockets, REST and gateway, for what simcord leaves out."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from aiohttp import WSMsgType, web
from discord.gateway import DiscordWebSocket
from discord.http import Route
from discord.utils import time_snowflake, utcnow
from yarl import URL

TOKEN = "right.token.here"
APPLICATION = "100"
BOT = {"id": "101", "username": "Operating Round", "discriminator": "0", "avatar": None}
USER = {"id": "102", "username": "Asha", "discriminator": "0", "avatar": None}
APPLICATION_INFO = {
    "id": APPLICATION,
    "name": "Operating Round",
    "description": "",
    "icon": None,
    "summary": "",
    "bot_public": True,
    "bot_require_code_grant": False,
    "verify_key": "",
    "flags": 0,
    "owner": USER,
}
GUILD, CHANNEL = "200", "201"
MESSAGE: dict[str, Any] = {
    "channel_id": CHANNEL,
    "author": BOT,
    "content": "",
    "timestamp": "2026-01-01T00:00:00+00:00",
    "edited_timestamp": None,
    "tts": False,
    "mention_everyone": False,
    "pinned": False,
    "type": 0,
    **{n: [] for n in ("mentions", "mention_roles", "attachments", "embeds", "components")},
}


def message(number: str | None = None) -> dict[str, Any]:
    """A message as Discord shows it, with a number of its own unless it has one."""
    return {**MESSAGE, "id": number or str(time_snowflake(utcnow(), high=True))}


HELLO, IDENTIFY, HEARTBEAT, ACK = 10, 2, 1, 11


def reply(data: Any, status: int = 200) -> web.Response:
    """JSON with the bare content type that discord.py looks for."""
    return web.Response(
        body=json.dumps(data).encode(), status=status, content_type="application/json"
    )


class LoopbackDiscord:
    """Knows one token, and of each of its servers one channel; remembers every request.

    What is sent with the nonce of an earlier message is that message, as on Discord.
    """

    def __init__(self, guilds: Mapping[str, str] | None = None) -> None:
        self.guilds = dict(guilds or {GUILD: CHANNEL})
        """The channel of each server."""
        self.seconds = 0.0
        """So long it takes to post a message."""
        self.shown: list[dict[str, Any]] = []
        """What was posted, each message once."""
        self.greeted: asyncio.Queue[int] = asyncio.Queue()
        """The shards of the connections to the gateway, as they were greeted."""
        self._by_nonce: dict[tuple[str, str], str] = {}
        self.requests: list[tuple[str, str, Any]] = []
        self.address = ""
        self.out_of_order = False
        self.hangs = False
        """Whether an answer to an interaction is never taken."""
        self.gateway_refusals = 0
        """How many connections to the gateway are still refused."""
        self.ready = asyncio.Event()
        self.answered = asyncio.Event()
        self.posted: asyncio.Queue[str] = asyncio.Queue()
        self.uploads: dict[str, bytes] = {}
        self.uploaded = asyncio.Event()
        self.commands: list[dict[str, Any]] = []
        self._socket: web.WebSocketResponse | None = None
        self.app = web.Application()
        self.app.router.add_get("/gateway/", self._gateway)
        self.app.router.add_route("*", "/api/v10/{path:.*}", self._rest)

    def count(self, method: str, part: str) -> int:
        """How many requests of that method had this in their path."""
        return sum(m == method and part in path for m, path, _ in self.requests)

    async def interact(self, command: str) -> None:
        """A member runs a slash command; returns when the bot has answered."""
        data = {"id": "300", "name": command, "type": 1}
        member = {
            "user": USER,
            "roles": [],
            "joined_at": "2026-01-01T00:00:00+00:00",
            "permissions": "0",
            "deaf": False,
            "mute": False,
            "flags": 0,
        }
        await self._dispatch(
            self._socket,
            "INTERACTION_CREATE",
            {
                "id": "400",
                "application_id": APPLICATION,
                "type": 2,
                "token": "interaction-token",
                "version": 1,
                "guild_id": GUILD,
                "channel_id": CHANNEL,
                "channel": {"id": CHANNEL, "type": 0, "name": "18-india", "permissions": "0"},
                "member": member,
                "data": data,
                "entitlements": [],
                "authorizing_integration_owners": {},
                "context": 0,
                "attachment_size_limit": 10_485_760,
            },
        )
        await asyncio.wait_for(self.answered.wait(), timeout=60)

    async def _rest(self, request: web.Request) -> web.Response:
        path = "/" + request.match_info["path"]
        body = await self._body(request)
        self.requests.append((request.method, path, body))
        if self.out_of_order:
            return reply({"message": "500: Internal Server Error", "code": 0}, status=500)
        if path.startswith("/interactions/"):
            self.answered.set()
            if self.hangs:
                await asyncio.sleep(3600)
            return reply(
                {
                    "interaction": {"id": "400", "type": 2},
                    "resource": {"type": 4, "message": None},
                }
            )
        if request.headers.get("Authorization") != f"Bot {TOKEN}":
            return reply({"message": "401: Unauthorized", "code": 0}, status=401)
        if path.startswith("/channels/") and path.split("/")[2] in self.guilds.values():
            return await self._message(path, body)
        if path == "/users/@me":
            return reply(BOT)
        if path == "/oauth2/applications/@me":
            return reply(APPLICATION_INFO)
        if path.endswith("/commands"):
            if request.method == "PUT":
                extra = {"application_id": APPLICATION, "version": "1"}
                self.commands = [{**c, **extra, "id": str(300 + n)} for n, c in enumerate(body)]
            return reply(self.commands)
        return reply({"message": "Unknown", "code": 0}, status=404)

    async def _message(self, path: str, body: Any) -> web.Response:
        """Post a message, or change one that is there."""
        if not path.endswith("/messages"):
            return reply(message(path.rpartition("/")[2]))
        await asyncio.sleep(self.seconds)
        self.posted.put_nowait(path)
        posted = message()
        key = (path, str((body or {}).get("nonce")))
        if body and body.get("nonce") and key in self._by_nonce:
            return reply(message(self._by_nonce[key]))
        self._by_nonce[key] = posted["id"]
        self.shown.append({**(body or {}), "channel_id": path.split("/")[2]})
        return reply(posted)

    async def _body(self, request: web.Request) -> Any:
        """The JSON of a request; its files, by name, go to `uploads`."""
        if request.content_type == "application/json":
            return await request.json()
        if request.content_type != "multipart/form-data":
            return None
        form = await request.post()
        for part in form.values():
            if isinstance(part, web.FileField):
                self.uploads[part.filename] = part.file.read()
                self.uploaded.set()
        return json.loads(str(form["payload_json"]))

    async def close_gateway(self, code: int) -> None:
        """End the connection to the gateway with that code."""
        assert self._socket is not None
        await self._socket.close(code=code)

    async def _gateway(self, request: web.Request) -> web.StreamResponse:
        if self.gateway_refusals:
            self.gateway_refusals -= 1
            return web.Response(status=503)
        socket = self._socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": 45_000}})
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                continue
            sent = json.loads(message.data)
            operation = sent["op"]
            if operation == IDENTIFY:
                await self._greet(socket, *sent["d"].get("shard", (0, 1)))
            elif operation == HEARTBEAT:
                await socket.send_json({"op": ACK})
        return socket

    async def _greet(self, socket: web.WebSocketResponse, shard: int, shards: int) -> None:
        """Tell of the servers of a shard."""
        send = partial(self._dispatch, socket)
        own = [guild for guild in self.guilds if (int(guild) >> 22) % shards == shard]
        await send(
            "READY",
            {
                "v": 10,
                "user": BOT,
                "guilds": [{"id": guild, "unavailable": True} for guild in own],
                "session_id": "s",
                "resume_gateway_url": "ws://127.0.0.1:1/",
                "application": {"id": APPLICATION, "flags": 0},
                "shard": [shard, shards],
            },
        )
        lists = ("roles", "emojis", "features", "members", "threads", "presences", "stickers")
        for number in own:
            channel = {"id": self.guilds[number], "type": 0, "name": "18-india", "position": 0}
            guild = {"id": number, "name": "G", "channels": [channel], "member_count": 2}
            await send("GUILD_CREATE", {**guild, **{name: [] for name in lists}})
        self.greeted.put_nowait(shard)
        self.ready.set()

    async def _dispatch(
        self, socket: web.WebSocketResponse | None, event: str, data: dict[str, Any]
    ) -> None:
        assert socket is not None
        await socket.send_json({"op": 0, "t": event, "s": 1, "d": data})


def point_at(address: str, set_attribute: Callable[[Any, str, Any], None] = setattr) -> None:
    """Let every client of this process take what is at "host:port" for Discord."""
    set_attribute(Route, "BASE", f"http://{address}/api/v10")
    set_attribute(DiscordWebSocket, "DEFAULT_GATEWAY", URL(f"ws://{address}/gateway/"))


@asynccontextmanager
async def serving(discord: LoopbackDiscord) -> AsyncIterator[LoopbackDiscord]:
    """That Discord on a free port."""
    runner = web.AppRunner(discord.app, shutdown_timeout=1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    discord.address = f"{host}:{port}"
    try:
        yield discord
    finally:
        await runner.cleanup()


@asynccontextmanager
async def loopback_discord(
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[LoopbackDiscord]:
    """A Discord that every client made meanwhile connects to."""
    async with serving(LoopbackDiscord()) as discord:
        point_at(discord.address, monkeypatch.setattr)
        yield discord


HURRIED = "--hurried"


def hurry() -> None:
    """Let processes of a test notice within seconds that another one has died."""
    from bot.speak import roll_call
    from storage import due, processes

    processes.ALIVE = due.LEASE = timedelta(seconds=3)
    roll_call.PAUSE = timedelta(seconds=0.3)


if __name__ == "__main__":
    # `python -m tests.support.loopback HOST:PORT [--hurried]`: the program, at that Discord
    from bot.__main__ import main

    point_at(sys.argv.pop(1))
    if HURRIED in sys.argv:
        sys.argv.remove(HURRIED)
        hurry()
    main()
