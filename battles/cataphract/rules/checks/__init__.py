"""Single rolls against a rating: command, momentum, rally, discipline and the champions' challenge."""
