"""Runs the migrations on the connection that the store hands over (or prints their SQL).

`alembic` on the command line finds it through `storage/connection.py: migration_config`; there is
no alembic.ini, since the program migrates at every start.
"""

from alembic import context

from storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
)
context.run_migrations()
