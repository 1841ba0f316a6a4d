"""A game master's powers over other players' seats: who may use them, and whose consent they need."""
