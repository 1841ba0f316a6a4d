"""The look-up of a combat of any two groups: no account, and no line needed once it was opened."""
