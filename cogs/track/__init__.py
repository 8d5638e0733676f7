"""Step 1: `/track`, with the choice of a tile from a picture."""
