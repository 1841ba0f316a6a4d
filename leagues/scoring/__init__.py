"""Scores of results, pure: a table, matchpoints, ratings, each calculated from results alone."""
