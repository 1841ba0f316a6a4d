"""DBA: the troop catalogue, army lists, rosters and the rules for building one. Pure code."""
