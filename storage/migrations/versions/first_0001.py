"""Games, seats, actions, outbox and meta.

A migration is history: it names its columns itself, and does not follow `storage.schema`.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Create the first tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("ruleset", sa.String(40), nullable=False),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("source", sa.String(40), nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("status_message_id", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.CheckConstraint("status IN ('active', 'archived')", name="ck_games_status"),
    )
    op.create_index("ix_games_guild_id", "games", ["guild_id"])
    op.create_index(
        "uq_games_active_channel",
        "games",
        ["guild_id", "channel_id"],
        unique=True,
        sqlite_where=sa.text("status = 'active'"),
        postgresql_where=sa.text("status = 'active'"),
    )
    op.create_table(
        "seats",
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("user_id", sa.BigInteger),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_seats"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_seats_game_id"),
    )
    op.create_table(
        "actions",
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("author", sa.BigInteger),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "sequence", name="pk_actions"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_actions_game_id"),
        sa.CheckConstraint("sequence > 0", name="ck_actions_sequence"),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("said_at", TIME),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_outbox_game_id"),
    )
    op.create_index("ix_outbox_unsaid", "outbox", ["said_at", "id"])
    op.create_table(
        "meta",
        sa.Column("key", sa.String(80), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_meta"),
    )


def downgrade() -> None:
    """Refuse: games are never thrown away by the program."""
    raise NotImplementedError("the first migration cannot be undone")
