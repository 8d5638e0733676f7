"""Recorded games at any point, and all that everybody may read of them."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import discord

from bot.present import lookups, words
from bot.present.lines import log_lines, move_line
from bot.present.status import status_embed
from bot.present.treasury import treasuries_embed, treasury_embed
from engine import RULEBOOK, Game
from interchange.replay import Replay
from interchange.site_log import SiteLog, parse

DATA = Path(__file__).parents[2] / "data"
NAMES = ("made-312-2p-mixed", "made-344-2p-hoarder", "made-350-4p-crash", "made-353-3p-mixed")


@cache
def log(name: str) -> SiteLog:
    """The log of a recorded game."""
    return parse((DATA / f"{name}.json").read_text(encoding="utf-8"))


def game_at(name: str, until: int | None = None) -> Game:
    """A recorded game after so many entries of its log."""
    return Replay(log(name), RULEBOOK).run(until)


def points(name: str, every: int) -> Iterator[Game]:
    """The same game as it goes on, at the start, at every so many entries, and at the end."""
    replay = Replay(log(name), RULEBOOK)
    yield replay.game
    for step in replay.steps():
        if step.n % every == 0 or step.n == len(replay.entries):
            yield replay.game


def lines_of(game: Game, since: int = 0, until: int | None = None) -> list[str]:
    """A game's log in lines."""
    return log_lines(words.names(game.state), game.history, since, until)


def line_of(game: Game) -> str:
    """The line of the last move."""
    return move_line(words.names(game.state), game.history[-1])


def public_embeds(game: Game) -> list[discord.Embed]:
    """Every embed that everybody may see."""
    seats = dict.fromkeys(game.state.players)
    return [
        status_embed(game, "Friday night"),
        *(treasury_embed(game, company) for company in game.state.companies),
        treasuries_embed(game),
        *(lookups.player_embed(game, seat) for seat in game.state.players),
        lookups.market_embed(game),
        lookups.trains_embed(game),
        lookups.ipo_embed(game),
        lookups.bonds_embed(game),
        lookups.info_embed(game, "Friday night", seats),
    ]


def text_of(embed: discord.Embed) -> str:
    """All the text of an embed."""
    fields = [part for f in embed.fields for part in (f"## {f.name}", f.value)]
    parts = [embed.title, embed.description, *fields, embed.footer.text]
    return "\n".join(part for part in parts if part)
