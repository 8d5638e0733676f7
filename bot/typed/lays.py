"""The ways to lay a tile, as a command's options hex, tile and rotation take and offer them.

Where nothing can be offered, PlayerError says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.present import words
from bot.present.choices import hex_choice, rotation_choice, tile_choice
from bot.refusal import PlayerError
from bot.typed.on_turn import other_step, turn_of
from bot.typed.places import by_place, read_hex
from engine import Game, Lay, line_ends
from engine.clauses import clauses
from engine.components import components

UNSAID = -1
"""The value of the choice that says why there is no rotation or city to choose."""
TRACK_LAID = "Track is laid for this turn: `/pass` ends the step."


def known_tile(text: str) -> str:
    """The number of a tile. Raises PlayerError if there is none of that number."""
    number = text.strip().upper()
    if number not in components().tiles:
        raise PlayerError(f"There is no tile `{text.strip()[:20]}`: leave `tile:` open to choose.")
    return number


def said(number: int | None) -> int | None:
    """A number that was really given, not the choice that told why there is none."""
    return None if number == UNSAID else number


def why_none(game: Game) -> str:
    """Why no tile can be laid in the company's turn just now."""
    other = other_step(game, "track")
    if other:
        return other
    turn = turn_of(game)
    if turn.track_laid:
        return TRACK_LAID
    if turn.line:
        ends = ", ".join(sorted(line_ends(game.state, turn.company, turn.line), key=by_place))
        if ends:
            return f"The line points into {ends}: nothing fits there. `/pass` ends the step."
        rule = clauses()["1.6.1.3"].citation
        return f"The line cannot go on ({rule}): `/pass` ends the step."
    return f"{turn.company} can lay no tile now: `/pass` ends the step."


def check_lays(game: Game, lays: Sequence[Lay], hex_id: str, tile: str | None = None) -> list[Lay]:
    """The ways of a hex (and a tile) among the lays. Raises PlayerError if there are none."""
    here = [lay for lay in lays if lay[0] == hex_id]
    if not here:
        if not lays:
            raise PlayerError(why_none(game))
        where = ", ".join(sorted({h for h, _, _ in lays}, key=by_place)[:8])
        raise PlayerError(f"Nothing can be laid in {words.place(hex_id)} now; it can in {where} …")
    found = [lay for lay in here if tile in (None, lay[1])]
    if not found:
        others = ", ".join(sorted({t for _, t, _ in here}))
        raise PlayerError(f"Tile {tile} does not fit {words.place(hex_id)} now; {others} would.")
    return found


def hexes(game: Game, places: Iterable[str]) -> list[tuple[str, str]]:
    """(value, label) of hexes: new track before upgrades, each by column and row."""
    tiles = game.state.board.tiles

    def upgrades(hex_id: str) -> bool:
        return hex_id in tiles or not components().hexes[hex_id].buildable

    ordered = sorted(set(places), key=lambda h: (upgrades(h), by_place(h)))
    return [(h, hex_choice(h, "upgrade" if upgrades(h) else "new track")) for h in ordered]


def tiles(game: Game, lays: Sequence[Lay], hex_text: str) -> list[tuple[str, str]]:
    """(value, label) of the tiles for the hex that was typed."""
    if not hex_text.strip():
        raise PlayerError("First `hex:`; its tiles are offered then.")
    found = check_lays(game, lays, read_hex(hex_text))
    return [(t, tile_choice(game, t)) for _, t, _ in found]


def rotations(game: Game, lays: Sequence[Lay], hex_text: str, tile: str) -> list[tuple[int, str]]:
    """(value, label) of the rotations for the hex and the tile that were typed."""
    if not hex_text.strip() or not tile.strip():
        raise PlayerError("First `hex:` and `tile:`; the rotations that fit are offered then.")
    here, number = read_hex(hex_text), known_tile(tile)
    fits = sorted({r for _, _, r in check_lays(game, lays, here, number)})
    return [(r, rotation_choice(here, number, r)) for r in fits]


def rotation_of(lays: Sequence[Lay], hex_id: str, tile: str, given: int | None) -> int:
    """The rotation that was given, or the only one that is possible.

    Raises:
        PlayerError: Several are.
    """
    rotation = said(given)
    if rotation is not None:
        return rotation
    fits = sorted({r for h, t, r in lays if h == hex_id and t == tile})
    if len(fits) > 1:
        raise PlayerError(
            f"Tile {tile} fits {hex_id} in several ways: add `rotation:` "
            f"({', '.join(map(str, fits))}; each step turns it by 60° clockwise)."
        )
    return fits[0] if fits else 0
