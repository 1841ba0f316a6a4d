"""Sandboxes: copies of positions to try things in."""
