"""The page of a battle on the board: the field with everybody on it, what is chosen, and what it may do."""
