"""People: a page about a person as far as they allow, and a way to find a player."""
