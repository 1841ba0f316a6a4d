"""Boards of equal spaces: what a distance, a front and a line of sight are on them."""
