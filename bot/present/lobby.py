"""A lobby as its message, and the line with which a game begins."""

from __future__ import annotations

import discord

from bot.games.facts import Begun
from bot.games.lobby import FEWEST, MOST
from bot.games.setups import RANDOM, SEALED
from bot.present import words
from bot.present.embeds import add, embed
from storage import Lobby, LobbyPlayer
from storage.lobbies import CLOSED, STARTED

RULES = {"rulebook": "by the rulebook", "site": "by the rules of 18xx.games"}
SEATING = {True: "seats are drawn at the start", False: "seats in the order of joining"}
SHUFFLES = {
    True: "Sealed shuffle: nobody can choose or compute the cards, and everybody can check it "
    "after the game.",
    False: "Shuffle of 18xx.games: mind that whoever sees the open cards can compute all hands.",
}


def name_of(player: LobbyPlayer) -> str:
    """A member as the lobby names people."""
    return words.player_name(player.name)


def lobby_embed(lobby: Lobby) -> discord.Embed:
    """What is to be played, who sits, who is asked, and what is missing."""
    lines = [
        f"18 India {RULES[lobby.ruleset]}; {SEATING[lobby.seating == RANDOM]}.",
        SHUFFLES[lobby.shuffle == SEALED],
        f"**{standing(lobby)}**",
    ]
    page = embed(f"{words.player_name(lobby.name, 60)} · lobby", "\n".join(lines))
    rows = [
        f"{n}. {name_of(player)}{' (host)' if player.user_id == lobby.host else ''}"
        for n, player in enumerate(lobby.players, 1)
    ]
    add(page, f"Players ({len(lobby.players)} of {FEWEST} to {MOST})", rows or "Nobody yet")
    add(page, "Asked", ", ".join(map(name_of, lobby.asked)))
    return page


def standing(lobby: Lobby) -> str:
    """How many are missing, or that it is over."""
    if lobby.status == STARTED:
        return "The game has begun."
    if lobby.status == CLOSED:
        return "This lobby is closed."
    sitting = len(lobby.players)
    if sitting < FEWEST:
        return f"{words.count(FEWEST - sitting, 'more player')} needed."
    if sitting == MOST:
        return "All places are taken: the host can start."
    return f"The host can start, or wait for up to {MOST - sitting} more."


def lobby_line(lobby: Lobby) -> str:
    """A lobby in a line: its name, its channel, how many sit."""
    return (
        f"**{words.player_name(lobby.name, 60)}** in <#{lobby.channel_id}>: a lobby, "
        f"{words.count(len(lobby.players), 'player')}. {standing(lobby)}"
    )


def asked_line(lobby: Lobby) -> str:
    """The message that asks people to join."""
    host = next((name_of(p) for p in lobby.players if p.user_id == lobby.host), "Somebody")
    mentions = " ".join(f"<@{player.user_id}>" for player in lobby.asked)
    return f"{mentions}: {host} asks you to play 18 India. Press **Join** to sit down."


def host_line(lobby: Lobby) -> str:
    """The call of the host who can start."""
    if len(lobby.players) == MOST:
        return f"<@{lobby.host}>: all {MOST} places are taken. Begin with **Start**."
    others = f"or wait for up to {MOST - len(lobby.players)} more"
    return (
        f"<@{lobby.host}>: {len(lobby.players)} players are here. Begin with **Start**, {others}."
    )


def untouched_line(lobby: Lobby) -> str:
    """Said when a lobby closes itself."""
    name = words.player_name(lobby.name, 60)
    return (
        f"The lobby of **{name}** is closed: nobody came or went for two weeks. "
        "`/game new` opens another one."
    )


def begun_line(fact: Begun) -> str:
    """The line with which a game begins."""
    seated = ", ".join(f"{n} {words.player_name(p, len(p))}" for n, p in enumerate(fact.players, 1))
    name, how = words.player_name(fact.name, 60), "drawn" if fact.drawn else "as they joined"
    lines = [f"**{name}** begins, {RULES[fact.ruleset]}. Seats, {how}: {seated}."]
    if fact.sha256 is None:
        lines.append(SHUFFLES[False])
    else:
        if fact.drawn:
            joined = ", ".join(words.player_name(p, len(p)) for p in fact.joined)
            lines.append(f"-# Joined in this order: {joined}.")
        lines.append(
            f"-# Sealed shuffle: the SHA-256 of the secret is `{fact.sha256}`. The secret is "
            "revealed when the game is over; then `/game verify` checks it."
        )
    return "\n".join(lines)
