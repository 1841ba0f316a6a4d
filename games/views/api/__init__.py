"""The API for programs, as JSON (docs/api.md)."""
