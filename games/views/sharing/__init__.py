"""Games as pictures and links that may be shared."""
