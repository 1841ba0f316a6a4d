"""Monte-Carlo forecasts of a game: play-outs that are owed, played when there is time, and read."""
