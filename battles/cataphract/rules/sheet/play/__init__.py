"""The state of a sheet, and the queries and changes that the rules make."""
