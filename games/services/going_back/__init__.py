"""Going back: undoing one's own last moves, requests to other players, rewinds, and the consent that each
needs."""
