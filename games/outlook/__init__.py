"""Monte-Carlo forecasts of a game, for its pages."""
