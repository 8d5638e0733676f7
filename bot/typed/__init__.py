"""What players type, read in the light of a game, and what autocomplete offers."""
