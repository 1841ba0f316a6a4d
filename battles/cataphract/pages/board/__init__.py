"""The page of a battle on the map: the board with its marks, and a panel for the pending decision."""
