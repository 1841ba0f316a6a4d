"""The cheat sheet for a table: one page with exact odds for each element of one army against those of the
other.
"""
