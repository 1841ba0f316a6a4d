"""Shock: superiority, clash, size, the roll, and who routs (9.0)."""
