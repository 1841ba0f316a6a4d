"""Going back: undoing one's own latest moves, requests to other players, rewinds, and the consent that each
needs."""
