"""The decisions of a seat, with the information above their forms."""
