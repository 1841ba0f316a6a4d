"""The questions that a seat is asked, and what is told before each of their forms."""
