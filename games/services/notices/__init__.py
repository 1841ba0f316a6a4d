"""How people are told what happens while they are away: by mail, by feeds, by their own devices and hooks."""
