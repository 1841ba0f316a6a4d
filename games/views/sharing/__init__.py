"""Games as pictures and links to share."""
