"""The bot that keeps a sheet going."""
