"""Shock: superiority, clash, size, the roll, and the routs (9.0)."""
