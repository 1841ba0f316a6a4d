"""Open games: game masters offer free seats to everyone."""
