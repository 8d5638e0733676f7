"""What several tests need: worlds to play in and processes to kill."""
