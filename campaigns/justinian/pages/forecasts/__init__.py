"""Exact chances of possible events, next to the forms of the page."""
