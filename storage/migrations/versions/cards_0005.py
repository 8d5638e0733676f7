"""Messages in channels that are kept up to date: the card of each turn, and the call that waits."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "cards",
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.BigInteger, nullable=False),
        sa.Column("shown", sa.String(64), nullable=False),
        sa.Column("picture", sa.String(60), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "name", name="pk_cards"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_cards_game_id"),
    )


def downgrade() -> None:
    """Drop it: its messages are posted anew."""
    op.drop_table("cards")
