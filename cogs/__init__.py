"""One cog for each thing a player does: read the options, call the service, show the answer."""
