"""A game master's care for players: response times, reminders, more time."""
