"""`/game`: games as a whole, with the seats of one."""
