"""The Foragers: the smallest system that people can play, built by following docs/a-new-system.md."""
