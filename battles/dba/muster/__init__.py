"""Turn two armies into a battle at the table: its scenario, and the pages that create the game."""
