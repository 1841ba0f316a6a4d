"""The battle on the board: moves between positions, what follows combat, shooting."""
