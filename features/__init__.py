"""Features, each in its own folder and switched on in VEXILLUM_FEATURES. The rest of the site does not
depend on them.
"""
