"""The outbox holds facts; an interaction counts once; a channel that is gone is noted.

What was not said yet is kept: its sentence becomes a fact of the kind `sentence`, with the member
whom its last line called.

A migration is history: it names its columns itself, and does not follow `storage.schema`.
"""

import json
import re

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

CALLED = re.compile(r"\n→ <@(\d+)>: [^\n]*\Z")
"""How schema 0001 called a player."""


def upgrade() -> None:
    """Add the columns, and put sentences that wait into the new form."""
    op.add_column("actions", sa.Column("interaction_id", sa.BigInteger))
    op.create_index("uq_actions_interaction_id", "actions", ["interaction_id"], unique=True)
    op.add_column("outbox", sa.Column("sequence", sa.Integer))
    op.create_index("ix_outbox_game_id", "outbox", ["game_id", "sequence"])
    op.add_column("games", sa.Column("channel_lost_at", sa.DateTime(timezone=True)))
    outbox = sa.table("outbox", *map(sa.column, ("id", "kind", "body", "said_at")))
    connection = op.get_bind()
    waiting = sa.select(outbox.c.id, outbox.c.body).where(
        outbox.c.said_at.is_(None), outbox.c.kind != "status"
    )
    for entry, text in connection.execute(waiting).all():
        called = CALLED.search(text)
        fact = {"type": "sentence", "text": text, "calls": int(called[1]) if called else None}
        body = json.dumps({"v": 1, "fact": fact})
        connection.execute(sa.update(outbox).where(outbox.c.id == entry).values(body=body))


def downgrade() -> None:
    """Refuse: what is known of games is never thrown away by the program."""
    raise NotImplementedError("this migration cannot be undone")
