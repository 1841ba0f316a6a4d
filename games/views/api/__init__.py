"""The JSON API (docs/api.md)."""
