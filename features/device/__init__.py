"""The site on a device: its icon, a manifest for installing it, and a page to show when there is no
connection.
"""
