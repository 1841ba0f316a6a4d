"""Pages of try-outs."""
