"""Servers that the bot was removed from, and when."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "departures",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("left_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_departures"),
    )


def downgrade() -> None:
    """Drop it: nothing of such servers is deleted any more."""
    op.drop_table("departures")
