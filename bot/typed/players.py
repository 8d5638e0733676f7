"""Players as they are typed: by seat, by name, by their name on Discord, by mention."""

from __future__ import annotations

from bot.games.live import LiveGame
from bot.games.mentions import read_mention
from bot.present import words
from bot.refusal import PlayerError

SEAT = "seat:"
"""How the value begins that autocomplete offers for a player: names may be alike."""


def read_player(live: LiveGame, text: str | None, user_id: int) -> int:
    """The seat of the player who was typed; one's own for nothing.

    A name means the player who is called exactly so, else the one so called in other letters, else
    it may be the number of a seat.

    Raises:
        PlayerError: There is no such player, or several are called so.
    """
    if text is None:
        own = live.seats_of(user_id)
        if not own:
            raise PlayerError("You have no seat in this game: say whom you mean with `who:`.")
        return own[0].number
    wanted = text.strip()
    found = _meant(live, wanted)
    if len(found) == 1:
        return found[0]
    there = words.listed([_with_seat(name, seat) for seat, name in _short(live).items()])
    if found:
        raise PlayerError(f"Several players are called `{wanted[:40]}`; say the seat: {there}.")
    raise PlayerError(f"No player is called `{wanted[:40]}` here; there are {there}.")


def players(live: LiveGame) -> list[tuple[str, str]]:
    """(value, label) of the players."""
    plain = words.plainly(live.game.state)
    return [(f"{SEAT}{seat}", _with_seat(name, seat)) for seat, name in plain.items()]


def _with_seat(name: str, seat: int) -> str:
    """A name with its seat, unless that tells it from others already."""
    told = f"(seat {seat})" in name or f"({seat})" in name
    return name if told else f"{name} (seat {seat})"


def _short(live: LiveGame) -> dict[int, str]:
    return words.names(live.game.state)


def _meant(live: LiveGame, wanted: str) -> list[int]:
    state = live.game.state
    seats = list(state.players)
    if wanted.lower().startswith(SEAT):
        number = wanted[len(SEAT) :].strip()
        return [seat for seat in seats if str(seat) == number]
    if mention := read_mention(wanted):
        return [s.number for s in live.seats_of(mention)][:1]
    short = _short(live)
    wanted = " ".join(wanted.split()).removeprefix("@")
    called = {
        seat: {state.players[seat].name, live.seat(seat).player, short[seat]} for seat in seats
    }
    exact = [seat for seat in seats if wanted in called[seat]]
    low = wanted.casefold()
    alike = [seat for seat in seats if low in {name.casefold() for name in called[seat]}]
    return exact or alike or [seat for seat in seats if str(seat) == wanted]
