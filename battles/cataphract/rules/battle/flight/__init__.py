"""Rout moves on the map, and what they do to the friends in their way."""
