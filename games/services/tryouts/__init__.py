"""Sandboxes: copies of positions to experiment in."""
