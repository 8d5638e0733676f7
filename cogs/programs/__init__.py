"""`/program`: moves made ahead, for their player's eyes only."""
