"""The two armies of a sheet, as listed in a scenario or a file."""
