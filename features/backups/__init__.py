"""Backups of the whole site: write them, restore them, move to PostgreSQL, and rehearse an upgrade."""
