"""How long a test waits for what must come: only a test that fails waits so long."""

PATIENCE = 180.0
"""Seconds: enough for a process to start, or a picture to come, on a slow and busy computer."""
