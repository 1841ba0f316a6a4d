"""Charges, and the resolution of all clashes of a segment step by step (9.0)."""
