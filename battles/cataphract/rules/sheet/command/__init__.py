"""Turns, leaders and Orders Phases (3.0 to 5.5)."""
