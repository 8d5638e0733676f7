"""`/track` and its buttons."""
