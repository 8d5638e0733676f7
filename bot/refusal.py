"""The two errors that are answers: to a player, and to whoever starts the program."""


class StartError(Exception):
    """The program cannot start; the message is one sentence that says what to do."""


class PlayerError(Exception):
    """A player cannot do that; the message says why and what can be done."""
