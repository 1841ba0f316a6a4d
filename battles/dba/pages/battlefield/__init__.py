"""The pages of the battlefield: drawing it on a board, viewing it, and printing it to scale."""
