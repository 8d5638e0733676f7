"""`/train` and its buttons."""
