"""The bot that keeps a battle sheet going."""
