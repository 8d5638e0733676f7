"""Reads and writes game logs of 18xx.games and the program's own files; writes traces."""
