"""Going back: undoing a player's latest moves, requests to other players, rewinds, and the consent that each
needs."""
