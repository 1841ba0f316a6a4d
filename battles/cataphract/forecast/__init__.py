"""Exact chances, by the code that resolves."""
