"""Sandboxes: copies of a position to experiment in. A sandbox is stored like a game."""
