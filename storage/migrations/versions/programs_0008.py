"""Moves that players set ahead, and that the bot made a move itself."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table and the column."""
    op.create_table(
        "programs",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_programs"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_programs_game_id"),
    )
    op.create_index("ix_programs_game_id", "programs", ["game_id"])
    op.add_column("actions", sa.Column("why", sa.String(10)))


def downgrade() -> None:
    """Drop both: nothing is made ahead any more."""
    op.drop_column("actions", "why")
    op.drop_index("ix_programs_game_id", "programs")
    op.drop_table("programs")
