"""Boards of equal spaces, with distances, facings and lines of sight."""
