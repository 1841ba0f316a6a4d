"""From two armies to a battle on the table: the scenario, and the page that opens the game."""
