"""What players choose before it counts, and questions that several of them must answer."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "sealed",
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("cards", sa.Text, nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "number", "kind", name="pk_sealed"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_sealed_game_id"),
    )
    op.create_table(
        "questions",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("asker", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_questions"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_questions_game_id"),
    )
    op.create_index("ix_questions_game_id", "questions", ["game_id"])
    op.create_table(
        "answers",
        sa.Column("question_id", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("question_id", "user_id", name="pk_answers"),
        sa.ForeignKeyConstraint(["question_id"], ["questions.id"], name="fk_answers_question_id"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_answers_game_id"),
    )


def downgrade() -> None:
    """Refuse: what players chose is never thrown away by the program."""
    raise NotImplementedError("this migration cannot be undone")
