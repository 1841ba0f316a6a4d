"""Services about a game's people: response times, reminders, more time, substitutes, meetings."""
