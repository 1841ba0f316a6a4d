"""The pages about what is written to people, and by which way it reaches them."""
