"""Code shared by several systems, below all of them."""
