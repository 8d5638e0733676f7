"""The sentences about seats: asked for, confirmed, given back."""

from __future__ import annotations

from bot.games.seating import Asked, Sat, SecondSeat
from bot.present import words
from storage import Seat


def called(seat: Seat) -> str:
    """A seat by its number and the name with which it began the game."""
    return f"seat {seat.number}, {words.player_name(seat.player)}"


def sat_line(sat: Sat) -> str:
    """Who has had a seat, and since when."""
    who = (
        f"{words.player_name(name) if name else 'free'} from {at.day} {at:%b %Y}"
        for name, at in sat.since
    )
    return f"{sat.number}. {', '.join(who)}"


def second_question(error: SecondSeat) -> str:
    """Asked before somebody gets a second seat."""
    return (
        f"You have seat {error.own[0].number} already. Ask for seat {error.number} as well? You "
        "would play, and see the hands of, both."
    )


def claim_question(asked: Asked, name: str) -> str:
    """Asked of those who can confirm a claim."""
    mentions = " ".join(f"<@{user}>" for user in asked.judges)
    left = ""
    if asked.seat.user_id is not None:
        left = ", whose member has left this server"
    own = asked.live.seats_of(asked.claim.user_id)
    has = f" (who has seat {own[0].number} already)" if own else ""
    return (
        f"{mentions}: {words.player_name(name)}{has} asks for {called(asked.seat)}{left}. Whoever "
        "has a seat sees its hand. Is that right?"
    )


def declined_line(asked: Asked, name: str, *, withdrawn: bool) -> str:
    """What becomes of the question if the answer was no."""
    how = "no longer asks for" if withdrawn else "does not get"
    return f"{words.player_name(name)} {how} {called(asked.seat)}."


def accepted_line(asked: Asked, name: str) -> str:
    """What becomes of the question if the answer was yes."""
    return f"{words.player_name(name)} gets {called(asked.seat)}."


def given_back_line(seat: Seat, name: str) -> str:
    """Said in the channel when a seat is given back."""
    return (
        f"{words.player_name(name)} gives {called(seat)}, back. Whoever goes on asks for it with "
        f"`/game claim seat:{seat.number}`."
    )
