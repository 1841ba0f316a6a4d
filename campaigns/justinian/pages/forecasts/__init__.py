"""Exact chances of coming events, next to the forms of the page."""
