"""The sentences at the end of a game: put away, deleted, its shuffle revealed and proved."""

from __future__ import annotations

from bot.games.ending import secret_of
from bot.games.live import LiveGame
from bot.games.setups import Proof
from bot.present import words
from bot.present.reveal import reveal_line


def _name(live: LiveGame) -> str:
    return f"**{words.player_name(live.stored.name, 60)}**"


def _revealed(live: LiveGame) -> str:
    secret = secret_of(live)
    return f"\n{reveal_line(secret.reveal())}" if secret else ""


def archived_line(live: LiveGame, by: str) -> str:
    """Said in the channel when a game is put away."""
    return (
        f"{words.player_name(by)} has archived {_name(live)}. The channel is free for the next "
        f"game: `/game new`.{_revealed(live)}"
    )


def deleted_line(live: LiveGame, by: str) -> str:
    """Said in the channel when a game is deleted."""
    return f"{words.player_name(by)} has deleted {_name(live)}.{_revealed(live)}"


def archive_question(live: LiveGame) -> str:
    """Asked before a running game is put away."""
    return (
        f"{_name(live)} is not over ({words.count(len(live.game.history), 'move')}). Archive it "
        "nevertheless? Nobody can go on with it then; it can still be read and exported."
    )


def delete_question(live: LiveGame) -> str:
    """Asked before a game is deleted: names what goes."""
    players = words.listed([words.player(live.game.state, s.number) for s in live.seats])
    return (
        f"Delete {_name(live)} for good? Gone are its {words.count(len(live.game.history), 'move')}"
        f", its log, its setup, and the seats of {players}. Nothing brings them back; other games "
        "stay as they are. `/game archive` only frees the channel."
    )


def proof_text(proof: Proof) -> str:
    """What `/game verify` answers."""
    agrees = words.listed(list(proof.agrees))
    text = (
        f"The secret `{proof.secret}` has the SHA-256 `{proof.sha256}`. Compare it with what was "
        f"posted at the start.\nComputed anew from it, and the same as at the start: {agrees}."
    )
    if proof.differs:
        differs = words.listed(list(proof.differs))
        text += f"\n**Not the same: {differs}.** This record was changed, or is damaged."
    return text
