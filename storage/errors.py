"""What can go wrong with the store: trouble for the operator, and conflicts between users."""


class StorageError(Exception):
    """The database cannot be used; the message is one sentence that says what to do."""


class NoSuchGame(LookupError):
    """There is no game of that number."""


class Busy(Exception):
    """Another program holds the database, or it is not there just now; nothing was changed."""


class Unsure(Exception):
    """The connection to the database was lost: whether a change was stored, only that knows."""


class Conflict(Exception):
    """Somebody else was first; nothing was changed."""


class SequenceTaken(Conflict):
    """Another writer has already put an action at that place of the game."""


class InteractionTaken(Conflict):
    """The same interaction of Discord has put an action into a game already."""


class ProgramOver(Conflict):
    """What a player had set ahead was ended before it acted."""


class ChannelTaken(Conflict):
    """Another game is being played in that channel."""


class SeatTaken(Conflict):
    """Somebody sits on that seat already, or the game has no such seat."""


class LobbyOpen(Conflict):
    """A lobby is open in that channel already."""


class LobbyChanged(Conflict):
    """The lobby is not as it was: somebody came or went, or it has started or closed."""
