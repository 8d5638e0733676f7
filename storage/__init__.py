"""What a game leaves on disk: an append-only store of games and their actions."""

from storage.cards import Card, Cards
from storage.chosen import Sealed, SealedCards
from storage.clock import Clock, utc_now
from storage.consent import Question, Questions
from storage.due import Due, DueTimes
from storage.errors import (
    Busy,
    ChannelTaken,
    Conflict,
    InteractionTaken,
    LobbyChanged,
    LobbyOpen,
    NoSuchGame,
    ProgramOver,
    SeatTaken,
    SequenceTaken,
    StorageError,
    Unsure,
)
from storage.lobbies import Lobbies
from storage.members import Members
from storage.offers import Offers
from storage.preferences import Preference, Preferences
from storage.processes import Process, Processes
from storage.programs import StoredProgram, StoredPrograms
from storage.records import (
    Lobby,
    LobbyPlayer,
    NewAction,
    NewMessage,
    Offer,
    OutboxEntry,
    Seat,
    Sitting,
    StoredAction,
    StoredGame,
)
from storage.removal import delete_game
from storage.seats import Claim, Seats
from storage.share import Share
from storage.store import Store
from storage.waits import GameClock, Wait, Waits

__all__ = [
    "Busy",
    "Card",
    "Cards",
    "ChannelTaken",
    "Claim",
    "Clock",
    "Conflict",
    "Due",
    "DueTimes",
    "GameClock",
    "InteractionTaken",
    "Lobbies",
    "Lobby",
    "LobbyChanged",
    "LobbyOpen",
    "LobbyPlayer",
    "Members",
    "NewAction",
    "NewMessage",
    "NoSuchGame",
    "Offer",
    "Offers",
    "OutboxEntry",
    "Preference",
    "Preferences",
    "Process",
    "Processes",
    "ProgramOver",
    "Question",
    "Questions",
    "Sealed",
    "SealedCards",
    "Seat",
    "SeatTaken",
    "Seats",
    "SequenceTaken",
    "Share",
    "Sitting",
    "StorageError",
    "Store",
    "StoredAction",
    "StoredGame",
    "StoredProgram",
    "StoredPrograms",
    "Unsure",
    "Wait",
    "Waits",
    "delete_game",
    "utc_now",
]
