"""The battlefield on pages: drawn by hand on a board, viewed, and printed to scale."""
