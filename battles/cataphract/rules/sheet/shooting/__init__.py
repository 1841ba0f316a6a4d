"""Missile fire on a sheet (8.0)."""
