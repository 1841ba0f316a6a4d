"""Exact chances, computed with the code that resolves battles."""
