"""What a game leaves on disk: an append-only store of games and their actions."""
