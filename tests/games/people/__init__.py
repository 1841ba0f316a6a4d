"""Tools of a game master for the people of a game."""
