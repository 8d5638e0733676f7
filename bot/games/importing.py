"""Takes a game in from an 18xx.games log: checked from first to last move, all or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.games.live import LiveGame, who
from bot.games.mentions import read_mention, split
from bot.games.service import SEATS, STATUS, GameService
from bot.games.setups import setup_json
from bot.refusal import PlayerError
from engine.actions import AnyAction
from engine.game import Game
from engine.journal import encode
from engine.ruleset import RULESETS
from interchange.replay import Replay, ReplayError
from interchange.site_log import LogError, parse
from storage import ChannelTaken, NewAction, NewMessage, Seat

LARGEST = 4 * 1024 * 1024
"""Bytes of a log; the longest games have less than half a megabyte."""
EMPTY = {"-", "_", "none", "empty"}


@dataclass(frozen=True, slots=True)
class Imported:
    """A log that was followed: the game, its moves, and how many of the log's were not taken in."""

    game: Game
    actions: tuple[AnyAction, ...]
    left_out: int


def check_size(size: int) -> None:
    """Raises PlayerError for a file (of `size` bytes) that is too large to be a log."""
    if size > LARGEST:
        raise PlayerError(
            f"The file has {size / 1024 / 1024:.1f} MB; a log of one game has less than "
            f"{LARGEST // 1024 // 1024} MB. Nothing was imported."
        )


def import_log(text: bytes, rules: str, until: int | None) -> Imported:
    """Follow a log, at most `until` of its standing actions.

    Raises:
        PlayerError: The file is no log, or breaks a rule somewhere; says which action, and why.
    """
    try:
        replay = Replay(parse(text), RULESETS[rules])
        actions = [a for step in replay.steps(until) for a in step.actions]
    except LogError as error:
        raise PlayerError(f"{error} Nothing was imported.") from error
    except ReplayError as error:
        other = next(name for name in RULESETS if name != rules)
        raise PlayerError(
            f"The log cannot be followed at action {error.n} (id {error.raw.get('id')}, "
            f"{str(error.raw.get('type'))[:40]}): {error.reason}\nNothing was imported. To take "
            f"the game up to that point, import it again with `until:{error.n - 1}`. If it was "
            f"played by the other ruleset, add `rules:{other}`."
        ) from error
    taken = len(replay.entries) if until is None else min(until, len(replay.entries))
    return Imported(replay.game, tuple(actions), len(replay.entries) - taken)


def parse_seats(text: str, players: int) -> list[int | None]:
    """The members for the seats, in the log's order of players: mentions, "-" for an empty seat.

    Raises:
        PlayerError: Something is no mention, or there are more than players.
    """
    found: list[int | None] = []
    for word in split(text):
        user_id = read_mention(word)
        if user_id is None and word.lower() not in EMPTY:
            raise PlayerError(
                f"`{word[:40]}` is no mention of a member. Give `seats:` as mentions in the log's "
                "order of players, with - for a seat that somebody will claim later."
            )
        found.append(user_id)
    if len(found) > players:
        raise PlayerError(f"The log has {players} players; `seats:` names {len(found)}.")
    return found + [None] * (players - len(found))


async def store(
    games: GameService,
    interaction: discord.Interaction[Any],
    found: Imported,
    name: str,
    seats: str | None,
) -> tuple[LiveGame, str]:
    """Store an imported game for the channel of an interaction; returns it, and what to answer.

    Raises:
        PlayerError: The channel has a game already, or the seats cannot be read.
    """
    if interaction.guild_id is None or interaction.channel_id is None:
        raise PlayerError("Games are played in a server.")
    setup = found.game.setup
    members = parse_seats(seats or "", len(setup.players))
    try:
        stored = await games.store.create_game(
            guild_id=interaction.guild_id,
            channel_id=interaction.channel_id,
            name=name,
            ruleset=setup.ruleset.name,
            setup=setup_json(setup),
            source="import",
            seats=[
                Seat(number, player, member)
                for number, (player, member) in enumerate(
                    zip(setup.players, members, strict=True), 1
                )
            ],
            actions=[NewAction(encode(action)) for action in found.actions],
            outbox=[
                NewMessage(interaction.channel_id, SEATS, _announcement(interaction, found, name)),
                NewMessage(interaction.channel_id, STATUS, ""),
            ],
        )
    except ChannelTaken as error:
        raise PlayerError(
            "A game is played in this channel already: import into another channel or thread."
        ) from error
    live = await games.load(stored.guild_id, stored.channel_id)
    return live, _note(found, members)


def _announcement(interaction: discord.Interaction[Any], found: Imported, name: str) -> str:
    players = ", ".join(who(found.game, seat) for seat in found.game.state.players)
    return (
        f"{interaction.user.mention} brings in the game "
        f"**{discord.utils.escape_markdown(name)}** ({players}; {len(found.actions)} moves)."
    )


def _note(found: Imported, members: Sequence[int | None]) -> str:
    lines = [f"The game is here, with {len(found.actions)} moves followed."]
    if found.left_out:
        lines.append(f"{found.left_out} later moves of the log were left out, as you asked.")
    free = [str(n) for n, member in enumerate(members, 1) if member is None]
    if free:
        lines.append(
            f"Free seats: {', '.join(free)}. Players take theirs with the buttons or `/game claim`."
        )
    lines.append(
        "Mind that the file shows you all hands and the seed of this game: fair play is up to you."
    )
    return "\n".join(lines)
