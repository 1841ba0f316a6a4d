"""From two armies to a battle at the table: the scenario, and the page that creates the game."""
