"""The hex field: terrain, units in place, facing, zones, and the places a unit can reach (6.0, 7.0)."""
