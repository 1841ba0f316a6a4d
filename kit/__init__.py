"""Code that several systems share, below all of them."""
