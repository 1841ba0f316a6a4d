"""The field of hexes: ground, units in place, facing, zones, and where a unit can move (6.0, 7.0)."""
