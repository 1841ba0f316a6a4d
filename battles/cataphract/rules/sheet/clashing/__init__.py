"""Charges, and all clashes of a segment step by step (9.0)."""
