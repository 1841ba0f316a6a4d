"""People and games for a first look at an empty site."""
