"""The forms for a seat's decisions, with the information above them."""
