"""DBA's troop catalogue, army lists and rosters, and the rules for building an army. Pure Python."""
