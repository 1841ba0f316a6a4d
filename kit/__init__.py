"""Rooms that several systems share, below all of them."""
