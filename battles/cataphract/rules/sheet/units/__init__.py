"""Orders, moves, markers, checks, recovery and rally for single units (6.0, 10.0)."""
