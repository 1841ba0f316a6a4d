"""What if: copies of positions to try things in."""
