"""Moves made ahead in words: what is set, what the bot did, why something has ended."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.facts import AheadEnded, AheadMade
from bot.games.live import LiveGame
from bot.games.programs import (
    AnyProgram,
    BuyAhead,
    PassAhead,
    Running,
    SkipAhead,
    Stop,
    Watch,
)
from bot.present import words
from bot.present.layout import clip
from bot.present.lines import move_line
from bot.present.pages import LONGEST
from engine.state import BOND

NOTE = (
    "-# Only you see this. Only what happens from now on counts. The bot moves for you when your "
    "turn comes, and tells you; you can take such a move back like any of yours."
)
NONE = "You have set nothing ahead."
SKIPPED = {"station": "stations", "trains": "trains", "certificates": "certificates"}


def watch_text(watch: Watch) -> str:
    """What is waited for: "EIR floats"."""
    company = watch.company or "a company"
    return {
        "traded": f"somebody else buys or sells shares of {company}",
        "floated": f"{company} floats",
        "control": f"the head of {company} changes",
        "price": f"the price of {company} changes",
    }[watch.what]


def card_text(card: str) -> str:
    """What is bought: a card, Royal Bonds, or shares of the Open Market."""
    if card == BOND:
        return "Royal Bonds"
    if is_card(card):
        return words.card_name(card)
    return f"shares of {card} in the Open Market"


def is_card(card: str) -> bool:
    """Whether this is a single card, of which there is one."""
    return "_" in card or card[1:].isdigit()


def program_text(program: AnyProgram) -> str:
    """What is set ahead, as a phrase."""
    if isinstance(program, PassAhead):
        what = f"pass in {_stock(program.on)}"
        if not program.until:
            return what
        return f"{what} until {words.listed([watch_text(w) for w in program.until], 'or')}"
    if isinstance(program, BuyAhead):
        what, when = card_text(program.card), _stock(program.on)
        if is_card(program.card):
            return f"buy {what} in {when} when it is on sale"
        return f"buy up to {program.most} {what} in {when} while there are any"
    turn = "this turn" if program.on else "its next turn"
    if isinstance(program, SkipAhead):
        skipped = words.listed([SKIPPED[step] for step in program.steps])
        return f"{program.company} skips {skipped} in {turn}"
    return f"{program.company} runs the best in {turn} and pays it out, if nothing else is possible"


def _stock(on: bool) -> str:
    return "this stock round" if on else "the next stock round"


def stop_text(stop: Stop) -> str:
    """Why something has ended, as a sentence."""
    if stop.reason == "happened" and stop.watch is not None:
        text = watch_text(stop.watch)
        return f"It has happened: {text}."
    if stop.reason == "refused":
        return f"The rules do not allow it: {stop.refusal}"
    return {
        "happened": "What you waited for has happened.",
        "round": "The stock round is over.",
        "turn": "The company's turn is over.",
        "bought": "All of it is bought.",
        "gone": "It cannot be had any more.",
        "head": "You do not lead the company any more.",
        "seat": "The seat is not yours any more.",
        "undone": "The game was taken back past the moment when you set it.",
        "unproved": "The search took too long to be sure of the best run: choose it yourself.",
    }[stop.reason]


def listed(live: LiveGame, running: Sequence[Running], ranked: Sequence[str]) -> str:
    """All that a member has set ahead, for him alone; `ranked` is his draft list."""
    several = len({one.stored.number for one in running}) > 1
    lines = []
    for number, one in enumerate(running, 1):
        seat = f"{words.player(live.game.state, one.stored.number)}: " if several else ""
        lines.append(f"{number}. {seat}{program_text(one.program)}")
    if ranked:
        cards = ", ".join(f"`{card}`" for card in ranked)
        lines.append(f"Draft list: {cards} (`/draft queue` changes it)")
    return clip("\n".join(["**Made ahead**", *(lines or [NONE]), NOTE]), LONGEST)


def made_public(live: LiveGame, fact: AheadMade) -> str:
    """What the channel may know of a move that the bot made for a member."""
    return f"<@{fact.user}>, the bot moved for you, as you had set ahead: {_moved(live, fact)}"


def told_alone(live: LiveGame, fact: AheadMade | AheadEnded) -> str:
    """What its owner alone is told of a move made ahead."""
    what = program_text(fact.program)
    game = words.player_name(live.stored.name, 60)
    if isinstance(fact, AheadMade):
        text = f"The bot moved for you: {_moved(live, fact)}\nYou had set ahead: {what}."
    else:
        text = f"{ended_text(fact.program, fact.stop)}"
    return clip(f"{text}\n-# {game}", LONGEST)


def ended_text(program: AnyProgram, stop: Stop) -> str:
    """That something set ahead has ended, and why."""
    return f"Ended, set ahead: {program_text(program)}. {stop_text(stop)}"


def _moved(live: LiveGame, fact: AheadMade) -> str:
    row = next((row for row in live.log if row.made == fact.sequence), None)
    return move_line(words.names(live.game.state), row.applied) if row else "a move"
