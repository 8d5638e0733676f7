"""The page after the game: what came of it and how, as one file of HTML that needs no server."""
