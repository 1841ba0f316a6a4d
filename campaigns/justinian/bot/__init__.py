"""Players made of code: legal, sensible, and never caught in a loop."""
