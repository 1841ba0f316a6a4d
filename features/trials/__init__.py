"""Commands that let bots play: whole games, and series that show how fair a scenario is."""
