"""The two armies of a sheet, as a scenario or a file lists them."""
