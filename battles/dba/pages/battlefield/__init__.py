"""Drawing the battlefield: placed by hand on a board, viewed, printed to scale."""
