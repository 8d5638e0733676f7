"""The games in memory and their store: found, loaded, moved, brought in."""
