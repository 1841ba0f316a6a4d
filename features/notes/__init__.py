"""Private notes and marks on the map of a game, which only their author sees or sends with a letter."""
