"""What the tests of calls, reminders and clocks share: time that goes by, and who was pinged."""

from __future__ import annotations

from datetime import datetime

from simcord.results import ResponseMessage

from tests.cogs.cards import is_status, public
from tests.support.world import World

HOUR, DAY = 3600.0, 86_400.0


async def pass_time(world: World, seconds: float) -> None:
    """Let time go by; what falls due meanwhile is done."""
    await world.env.advance_time(seconds)


async def pass_time_until(world: World, at: datetime) -> None:
    """Let time go by until then."""
    await pass_time(world, (at - world.env.now()).total_seconds())


def pinged(world: World, player: int) -> list[str]:
    """The public messages that rang the player when they were sent: a mention alone does not."""
    user, found = world.players[player].id, []
    for request in world.env.http_requests:
        if request.method != "POST" or not isinstance(request.json, dict):
            continue
        body = request.json.get("data") or request.json
        allowed = body.get("allowed_mentions") or {}
        if str(user) in map(str, allowed.get("users", [])) and f"<@{user}>" in body["content"]:
            found.append(body["content"])
    return found


def direct(world: World, player: int) -> list[str]:
    """The direct messages that the player got."""
    channel = world.env.backend.get_dm_channel(world.players[player].id)
    return [m.content for m in world.env.backend.messages[channel.id].values()]


def newest(world: World, part: str) -> ResponseMessage:
    """The newest public message that says this."""
    found = [m for m in world.channel.history() if part in m.content][-1]
    return ResponseMessage(world.env, world.env.backend.get_message(world.channel.id, found.id))


def status(world: World) -> str:
    """What the standing status says."""
    [shown] = [m for m in public(world) if is_status(m)]
    return shown.embeds[0].description or ""
