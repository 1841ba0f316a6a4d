"""Features: one folder each, switched on by a line in VEXILLUM_FEATURES. The core does not know them."""
