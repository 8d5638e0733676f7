"""The tables, in SQL that SQLite and PostgreSQL both speak. Migrations create them."""

from datetime import UTC, datetime

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    text,
)


class UtcTime(TypeDecorator[datetime]):
    """An instant: aware on both sides, kept in UTC where the database knows no zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Turn an aware time into UTC."""
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Give back the zone that SQLite drops."""
        if value is None or value.tzinfo is not None:
            return value
        return value.replace(tzinfo=UTC)


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

games = Table(
    "games",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("ruleset", String(40), nullable=False),
    Column("setup", Text, nullable=False),
    Column("source", String(40), nullable=False),
    Column("status", String(20), nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("status_message_id", BigInteger),
    Column("channel_lost_at", UtcTime),
    Column("opened_by", BigInteger),
    CheckConstraint("status IN ('active', 'archived')", name="status"),
    Index("ix_games_guild_id", "guild_id"),
    Index(
        "uq_games_active_channel",
        "guild_id",
        "channel_id",
        unique=True,
        sqlite_where=text("status = 'active'"),
        postgresql_where=text("status = 'active'"),
    ),
)

seats = Table(
    "seats",
    metadata,
    Column("game_id", ForeignKey(games.c.id), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("player", Text, nullable=False),
    Column("user_id", BigInteger),
)

seat_history = Table(
    "seat_history",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game_id", ForeignKey(games.c.id), nullable=False),
    Column("number", Integer, nullable=False),
    Column("user_id", BigInteger),
    Column("at", UtcTime, nullable=False),
    Index("ix_seat_history_game_id", "game_id"),
)

claims = Table(
    "claims",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game_id", ForeignKey(games.c.id), nullable=False),
    Column("number", Integer, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("instead_of", BigInteger),
    Column("status", String(20), nullable=False),
    Column("at", UtcTime, nullable=False),
    Index("ix_claims_game_id", "game_id"),
)

offers = Table(
    "offers",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game_id", ForeignKey(games.c.id), nullable=False),
    Column("sequence", Integer, nullable=False),
    Column("buyer", BigInteger, nullable=False),
    Column("company", String(10), nullable=False),
    Column("train", String(20), nullable=False),
    Column("price", Integer, nullable=False),
    Column("status", String(20), nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("at", UtcTime, nullable=False),
    Index("ix_offers_game_id", "game_id"),
)

members = Table(
    "members",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
)

lobbies = Table(
    "lobbies",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("host", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("ruleset", String(40), nullable=False),
    Column("shuffle", String(20), nullable=False),
    Column("seed", BigInteger),
    Column("seating", String(20), nullable=False),
    Column("status", String(20), nullable=False),
    Column("called", Integer, nullable=False),
    Column("message_id", BigInteger),
    Column("game_id", ForeignKey(games.c.id)),
    Column("touched_at", UtcTime, nullable=False),
    CheckConstraint("status IN ('open', 'started', 'closed')", name="status"),
    Index(
        "uq_lobbies_open_channel",
        "guild_id",
        "channel_id",
        unique=True,
        sqlite_where=text("status = 'open'"),
        postgresql_where=text("status = 'open'"),
    ),
)

lobby_players = Table(
    "lobby_players",
    metadata,
    Column("lobby_id", ForeignKey(lobbies.c.id), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("place", Integer),
)

actions = Table(
    "actions",
    metadata,
    Column("game_id", ForeignKey(games.c.id), primary_key=True),
    Column("sequence", Integer, primary_key=True, autoincrement=False),
    Column("author", BigInteger),
    Column("body", Text, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("interaction_id", BigInteger),
    Column("why", String(10)),
    CheckConstraint("sequence > 0", name="sequence"),
    Index("uq_actions_interaction_id", "interaction_id", unique=True),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game_id", ForeignKey(games.c.id), nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("kind", String(40), nullable=False),
    Column("body", Text, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("said_at", UtcTime),
    Column("sequence", Integer),
    Index("ix_outbox_unsaid", "said_at", "id"),
    Index("ix_outbox_game_id", "game_id", "sequence"),
)

sealed = Table(
    "sealed",
    metadata,
    Column("game_id", ForeignKey(games.c.id), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(20), primary_key=True),
    Column("cards", Text, nullable=False),
    Column("sequence", Integer, nullable=False),
)

questions = Table(
    "questions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game_id", ForeignKey(games.c.id), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("sequence", Integer, nullable=False),
    Column("asker", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    Column("status", String(20), nullable=False),
    Column("at", UtcTime, nullable=False),
    Index("ix_questions_game_id", "game_id"),
)

answers = Table(
    "answers",
    metadata,
    Column("question_id", ForeignKey(questions.c.id), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game_id", ForeignKey(games.c.id), nullable=False),
    Column("at", UtcTime, nullable=False),
)

cards = Table(
    "cards",
    metadata,
    Column("game_id", ForeignKey(games.c.id), primary_key=True),
    Column("name", String(60), primary_key=True),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger, nullable=False),
    Column("shown", String(64), nullable=False),
    Column("picture", String(60), nullable=False),
)

due = Table(
    "due",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("game_id", ForeignKey(games.c.id)),
    Column("user_id", BigInteger),
    Column("at", UtcTime, nullable=False),
    Column("body", Text, nullable=False),
    Column("claimed_by", String(40)),
    Column("claimed_until", UtcTime),
    Index("ix_due_at", "at"),
    Index(
        "uq_due_thing",
        "kind",
        "game_id",
        "user_id",
        unique=True,
        postgresql_nulls_not_distinct=True,
    ),
)

waits = Table(
    "waits",
    metadata,
    Column("game_id", ForeignKey(games.c.id), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("began", UtcTime, nullable=False),
    Column("ended", UtcTime),
    Column("nudged", UtcTime),
    Column("clock_left", Integer),
    Column("clock_from", UtcTime),
)

preferences = Table(
    "preferences",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("calls", String(20), nullable=False),
    Column("remind", Integer, nullable=False),
    Column("quiet_from", Integer),
    Column("quiet_to", Integer),
    Column("zone", String(64), nullable=False),
    Column("away_until", UtcTime),
    Column("unreachable", Boolean, nullable=False),
)

clocks = Table(
    "clocks",
    metadata,
    Column("game_id", ForeignKey(games.c.id), primary_key=True),
    Column("hours", Integer, nullable=False),
    Column("cap", Integer, nullable=False),
)

savings = Table(
    "savings",
    metadata,
    Column("game_id", ForeignKey(games.c.id), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seconds", Integer, nullable=False),
)

programs = Table(
    "programs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game_id", ForeignKey(games.c.id), nullable=False),
    Column("number", Integer, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    Column("sequence", Integer, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("status", String(20), nullable=False),
    Column("note", Text, nullable=False),
    Index("ix_programs_game_id", "game_id"),
)

departures = Table(
    "departures",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("left_at", UtcTime, nullable=False),
)

processes = Table(
    "processes",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("host", Text, nullable=False),
    Column("pid", Integer, nullable=False),
    Column("share", String(40), nullable=False),
    Column("alive_until", UtcTime, nullable=False),
)

speakers = Table(
    "speakers",
    metadata,
    Column("game_id", ForeignKey(games.c.id), primary_key=True),
    Column("process", String(40), nullable=False),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("game_id", ForeignKey(games.c.id), primary_key=True),
    Column("sequence", Integer, nullable=False),
    Column("program", String(64), nullable=False),
    Column("mark", String(64), nullable=False),
    Column("body", LargeBinary, nullable=False),
)

meta = Table(
    "meta",
    metadata,
    Column("key", String(80), primary_key=True),
    Column("value", Text, nullable=False),
)

NUMBERED = (games, lobbies, claims, offers, questions, programs)
"""Tables whose rows have numbers that buttons in messages carry for ever: none is given twice."""


def highest_key(table: Table) -> str:
    """Under which `meta` keeps the highest number that a table had when rows were deleted."""
    return f"highest:{table.name}"
