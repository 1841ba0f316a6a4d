"""Proofs of a game: its seed and dice, the dice of each event, its check and its export."""
