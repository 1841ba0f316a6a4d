"""People and games that fill an empty site for a first look."""
