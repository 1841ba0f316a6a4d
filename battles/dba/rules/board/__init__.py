"""The battle on the board: legal moves, the consequences of combat, and shooting."""
