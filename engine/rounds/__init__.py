"""The rounds of the game and the order in which they follow each other."""
