"""Boards of equal spaces: distances, facings and lines of sight on them."""
