"""`/turn`: the panel, one private message that leads a player through every step and question."""
