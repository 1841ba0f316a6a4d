"""Rematches: the same game again, among the same people with sides changed."""
