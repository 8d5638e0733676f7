"""What falls due and when, whom a game waits for, own settings, and clocks."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "due",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("game_id", sa.Integer),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("at", TIME, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("claimed_by", sa.String(40)),
        sa.Column("claimed_until", TIME),
        sa.PrimaryKeyConstraint("id", name="pk_due"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_due_game_id"),
    )
    op.create_index("ix_due_at", "due", ["at"])
    op.create_index("uq_due_thing", "due", ["kind", "game_id", "user_id"], unique=True)
    op.create_table(
        "waits",
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("began", TIME, nullable=False),
        sa.Column("ended", TIME),
        sa.Column("nudged", TIME),
        sa.Column("clock_left", sa.Integer),
        sa.Column("clock_from", TIME),
        sa.PrimaryKeyConstraint("game_id", "user_id", name="pk_waits"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_waits_game_id"),
    )
    op.create_table(
        "preferences",
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("calls", sa.String(20), nullable=False),
        sa.Column("remind", sa.Integer, nullable=False),
        sa.Column("quiet_from", sa.Integer),
        sa.Column("quiet_to", sa.Integer),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("away_until", TIME),
        sa.Column("unreachable", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_preferences"),
    )
    op.create_table(
        "clocks",
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("hours", sa.Integer, nullable=False),
        sa.Column("cap", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_clocks"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_clocks_game_id"),
    )
    op.create_table(
        "savings",
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_savings"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_savings_game_id"),
    )


def downgrade() -> None:
    """Refuse: what members chose is never thrown away by the program."""
    raise NotImplementedError("this migration cannot be undone")
