"""Proofs of a game: its seed and dice, the dice of each event, its verification and its export."""
