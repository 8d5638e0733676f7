"""The processes that share the database, and which of them speaks for a game."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables; one thing falls due once also where it belongs to no game or member."""
    op.create_table(
        "processes",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("pid", sa.Integer, nullable=False),
        sa.Column("share", sa.String(40), nullable=False),
        sa.Column("alive_until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_processes"),
    )
    op.create_table(
        "speakers",
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("process", sa.String(40), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_speakers"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_speakers_game_id"),
    )
    op.drop_index("uq_due_thing", "due")
    op.create_index(
        "uq_due_thing",
        "due",
        ["kind", "game_id", "user_id"],
        unique=True,
        postgresql_nulls_not_distinct=True,
    )


def downgrade() -> None:
    """Drop them: they are about processes that run."""
    op.drop_table("speakers")
    op.drop_table("processes")
