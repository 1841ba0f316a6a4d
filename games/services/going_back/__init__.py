"""Going back: one's own last steps, a request to the others, a rewind, and whose word each takes."""
