"""Pages about people: players, substitutes, response times, the game master's desk."""
