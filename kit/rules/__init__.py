"""Rules code that several systems share. It imports neither Django nor any system.

It covers decisions, working copies of states, registries, scenarios, options and promises.
"""
