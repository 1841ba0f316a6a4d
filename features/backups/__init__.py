"""Backups of the whole site: writing, restoring, moving to PostgreSQL, rehearsing an upgrade."""
