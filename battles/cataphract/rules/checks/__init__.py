"""Single rolls against a rating: command, momentum, rally, discipline, champions."""
