"""Lobbies, who sat where, claims of seats, offers for trains, and the names of members."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Create the tables; of games that stand already nobody knows who opened them."""
    op.add_column("games", sa.Column("opened_by", sa.BigInteger))
    op.create_table(
        "seat_history",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_seat_history"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_seat_history_game_id"),
    )
    op.create_index("ix_seat_history_game_id", "seat_history", ["game_id"])
    op.create_table(
        "claims",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("instead_of", sa.BigInteger),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_claims"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_claims_game_id"),
    )
    op.create_index("ix_claims_game_id", "claims", ["game_id"])
    op.create_table(
        "offers",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("buyer", sa.BigInteger, nullable=False),
        sa.Column("company", sa.String(10), nullable=False),
        sa.Column("train", sa.String(20), nullable=False),
        sa.Column("price", sa.Integer, nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_offers"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_offers_game_id"),
    )
    op.create_index("ix_offers_game_id", "offers", ["game_id"])
    op.create_table(
        "members",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_members"),
    )
    op.create_table(
        "lobbies",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("host", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("ruleset", sa.String(40), nullable=False),
        sa.Column("shuffle", sa.String(20), nullable=False),
        sa.Column("seed", sa.BigInteger),
        sa.Column("seating", sa.String(20), nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("called", sa.Integer, nullable=False),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("game_id", sa.Integer),
        sa.Column("touched_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_lobbies"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_lobbies_game_id"),
        sa.CheckConstraint("status IN ('open', 'started', 'closed')", name="ck_lobbies_status"),
    )
    op.create_index(
        "uq_lobbies_open_channel",
        "lobbies",
        ["guild_id", "channel_id"],
        unique=True,
        sqlite_where=sa.text("status = 'open'"),
        postgresql_where=sa.text("status = 'open'"),
    )
    op.create_table(
        "lobby_players",
        sa.Column("lobby_id", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("place", sa.Integer),
        sa.PrimaryKeyConstraint("lobby_id", "user_id", name="pk_lobby_players"),
        sa.ForeignKeyConstraint(["lobby_id"], ["lobbies.id"], name="fk_lobby_players_lobby_id"),
    )


def downgrade() -> None:
    """Refuse: seats and lobbies are never thrown away by the program."""
    raise NotImplementedError("this migration cannot be undone")
