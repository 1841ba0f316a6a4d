"""The decisions a seat is asked, with the information above their forms."""
