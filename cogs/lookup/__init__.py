"""Look-ups: they answer questions, and change nothing."""
