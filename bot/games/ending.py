"""Games that are put away, deleted, or proved after they ended."""

from __future__ import annotations

import json
from collections.abc import Callable

from bot.games.facts import NOTE, Sentence, encode
from bot.games.live import LiveGame
from bot.games.service import GameService
from bot.games.setups import NotRevealedError, Proof, prove
from bot.refusal import PlayerError
from engine.sealed import Secret
from storage import NewMessage, NoSuchGame, StoredGame, delete_game
from storage.records import ACTIVE

Tell = Callable[[LiveGame], str]


def secret_of(live: LiveGame) -> Secret | None:
    """The secret of a sealed game that nobody was told yet."""
    seed = live.game.setup.seed
    told = live.game.finished or live.stored.status != ACTIVE
    return seed if isinstance(seed, Secret) and not told else None


def check_may_end(live: LiveGame, user_id: int, *, manages: bool, archive: bool) -> None:
    """Who may put a game away or delete it.

    Its host and who manages messages; where nobody is known as host, who sits in it. A finished
    game is put away by anybody who sits in it.

    Raises:
        PlayerError: The member may not.
    """
    sits = bool(live.seats_of(user_id))
    host = live.stored.opened_by
    open_to_players = host is None or (archive and live.game.finished)
    if manages or user_id == host or (sits and open_to_players):
        return
    raise PlayerError(
        "Only the one who opened this game, or who may manage messages here, can do that."
    )


async def game_of(games: GameService, guild_id: int | None, number: str) -> StoredGame:
    """A game of a server by its number, archived or not. Raises PlayerError if there is none."""
    try:
        stored = await games.store.game(int(number))
    except (NoSuchGame, ValueError, OverflowError) as error:
        raise PlayerError("There is no such game on this server: choose from the list.") from error
    if stored.guild_id != guild_id:
        raise PlayerError("There is no such game on this server: choose from the list.")
    return stored


async def last_of(games: GameService, guild_id: int | None, channel_id: int | None) -> StoredGame:
    """The game of a channel, or the one that was put away there last.

    Raises:
        PlayerError: There was none.
    """
    if guild_id is not None and channel_id is not None:
        found = await games.store.game_in(guild_id, channel_id)
        if found is not None:
            return found
        old = await games.store.games_of(guild_id, archived=True)
        here = [stored for stored in old if stored.channel_id == channel_id]
        if here:
            return here[-1]
    return await games.find(guild_id, channel_id)


async def archive(games: GameService, live: LiveGame, tell: Tell) -> None:
    """Put a game away, with what `tell` says of it in its channel, which is free now.

    Raises:
        PlayerError: Somebody was faster.
    """
    line = NewMessage(live.stored.channel_id, NOTE, encode(Sentence(tell(live))))
    try:
        await games.store.archive(live.stored.id, [line])
    except NoSuchGame as error:
        raise PlayerError("It is archived already.") from error
    games.forget(live.stored.id)


async def delete(games: GameService, live: LiveGame) -> None:
    """Delete a game for good. Raises PlayerError if somebody was faster."""
    try:
        await delete_game(games.store, live.stored.id)
    except NoSuchGame as error:
        raise PlayerError("This game is deleted already.") from error
    games.forget(live.stored.id)


def proof(live: LiveGame) -> Proof:
    """The proof of a sealed setup. Raises PlayerError while its secret is not revealed."""
    if secret_of(live) is not None:
        raise PlayerError(
            "The secret of this game is revealed when it is over or archived; then `/game verify` "
            "computes the setup from it."
        )
    try:
        return prove(json.loads(live.stored.setup), live.stored.ruleset)
    except NotRevealedError as error:
        raise PlayerError(str(error)) from error
    except (KeyError, TypeError, ValueError) as error:
        raise PlayerError(
            "What was noted of this game's shuffle is damaged, so nothing can be compared: the "
            "file that it came from was changed."
        ) from error
