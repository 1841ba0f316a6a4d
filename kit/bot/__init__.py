"""Search shared by the bots of several systems: trials in imagined worlds, and reasons. Pure code that rules
do not import.
"""
