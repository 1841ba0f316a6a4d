"""Exact chances of possible events, shown next to the forms of the page."""
