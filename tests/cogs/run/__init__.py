"""`/run` and its buttons."""
