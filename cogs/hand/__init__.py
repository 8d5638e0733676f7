"""`/hand` and `/draft`: a player's own certificates, with the lists that choose among them."""
