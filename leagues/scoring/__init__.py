"""What results are worth, pure: a table, matchpoints, ratings, each reckoned anew from results alone."""
