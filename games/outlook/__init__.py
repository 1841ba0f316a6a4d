"""What may become of a game, for its pages."""
