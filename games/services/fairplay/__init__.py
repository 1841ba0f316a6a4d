"""The powers of a game master over other players' seats: who may use them, and whose consent they need."""
