"""The site on a device: one manifest to install it, a page for when there is no connection, its icon."""
