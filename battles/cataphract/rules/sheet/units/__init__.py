"""Markers, hits, checks, recovery and rally of single units (6.0, 10.0)."""
