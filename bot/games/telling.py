"""What is to be told of an entry of a game's list, once it is stored."""

from __future__ import annotations

from typing import Literal

from bot.games.facts import LINE, NOTE, STATUS, Made, Revealed, Told, encode
from bot.games.live import LiveGame
from bot.games.scores import closing, scored
from bot.games.trading import held_after
from bot.games.turns import call_next
from engine.actions import KeepCards
from engine.journal import Entry, Redo, Undo
from engine.sealed import Secret
from storage import NewMessage

Why = Literal["list", "only", "ahead"]


def tell(
    before: LiveGame, after: LiveGame, entry: Entry, author: int | None, why: Why | None = None
) -> Told:
    """The facts of an entry that a member has added to a game's list."""
    kind: Literal["move", "undo", "redo"] = "move"
    if isinstance(entry, Undo | Redo):
        kind = "undo" if isinstance(entry, Undo) else "redo"
    source = before if kind == "undo" else after
    count = abs(len(after.movers) - len(before.movers))
    applied, mover = source.game.history[-count], source.movers[-count]
    made = Made(mover.seat, applied.step, applied.action, applied.events)
    here = (before.game.player_to_act, author)
    if why is not None or isinstance(entry, KeepCards):
        here = None, None  # decided long ago: its player may be away
    call = call_next(after, *here)
    agreed = entry.agreed if isinstance(entry, Undo) else ()
    held = held_after(after.game, made.action) if kind == "move" else None
    return Told(after.sequence, author, kind, made, call, why, count, agreed, held)


def messages(
    before: LiveGame, after: LiveGame, told: Told, *, quiet: bool = False
) -> list[NewMessage]:
    """What the outbox is to say: first the line of the entry, unless it is `quiet`."""
    channel = before.stored.channel_id
    said = [NewMessage(channel, STATUS, "")]
    if not quiet:
        said.insert(0, NewMessage(channel, LINE, encode(told)))
    coming = closing(before.game, after.game, told.made.events if told.kind == "move" else ())
    if coming is not None:
        said.append(NewMessage(channel, NOTE, encode(coming)))
    if after.game.finished and not before.game.finished:
        said.append(NewMessage(channel, NOTE, encode(scored(after.game))))
    seed = after.game.setup.seed
    if after.game.finished and isinstance(seed, Secret):
        said.append(NewMessage(channel, NOTE, encode(Revealed(seed.reveal()))))
    return said
