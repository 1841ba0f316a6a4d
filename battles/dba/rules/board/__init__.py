"""The battle on the board: moves between positions, the consequences of combat, and shooting."""
