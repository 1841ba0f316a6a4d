"""Rules code that several systems share: decisions and the working copy, the lists of what can be played,
scenarios and options, promises. Pure."""
