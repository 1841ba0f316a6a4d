"""Exact chances, from the code that resolves."""
