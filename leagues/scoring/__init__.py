"""What results are worth, pure: a table, matchpoints, ratings, each reckoned again from results alone."""
