"""Pure scoring: standings, matchpoints and ratings, each calculated only from results."""
