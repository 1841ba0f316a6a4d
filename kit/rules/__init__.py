"""Rules code shared by several systems: decisions, the working copy, registries, scenarios, options and
promises. Pure code.
"""
