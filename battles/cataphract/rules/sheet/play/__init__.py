"""The state of a sheet, what the rules ask of it, and how they change it."""
