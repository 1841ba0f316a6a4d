"""The state of a sheet, with the rules' queries and changes."""
