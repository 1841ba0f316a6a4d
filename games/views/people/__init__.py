"""Pages about the people of a game: players, substitutes, response times, the game master's desk."""
