"""Pairing code, pure: it depends only on earlier rounds."""
