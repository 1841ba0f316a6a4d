"""Features: one folder each, switched on by a line in VEXILLUM_FEATURES. The rest of the site does not depend
on them.
"""
