"""What the better bot does by sea."""
