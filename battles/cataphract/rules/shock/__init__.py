"""Shock: superiority, the clash, size, the roll, and routs (9.0)."""
