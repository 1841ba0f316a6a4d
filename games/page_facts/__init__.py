"""The parts of a game's pages besides its position: battles, results, plans, warnings and losses."""
