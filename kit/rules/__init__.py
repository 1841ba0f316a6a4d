"""Rules code shared by several systems: decisions and the working copy, registries, scenarios and options,
promises. Pure code."""
