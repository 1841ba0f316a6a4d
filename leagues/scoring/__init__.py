"""Scores of results, pure: a table, matchpoints, ratings, each calculated again from results alone."""
