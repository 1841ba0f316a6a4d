"""DBA: troop catalogue, army lists, rosters and the rules of building one. Pure."""
