"""Moves made offline: a game as a file to take along, uploads, and the choice between versions."""
