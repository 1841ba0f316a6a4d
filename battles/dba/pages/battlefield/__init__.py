"""The battlefield drawn: laid by hand on a board, looked at, printed to scale."""
