"""Open games: games whose game masters offer free seats to everyone."""
