"""Run by Alembic: hands it the connection that `shoal.store.migrate` has opened and locked."""

from alembic import context

from shoal.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
# The caller's transaction: either the whole way is gone or nothing happened.
context.run_migrations()
