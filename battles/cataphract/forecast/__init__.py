"""Exact odds, by the code that resolves."""
