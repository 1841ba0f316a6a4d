"""Guest commanders: anyone with a link can command a seat in one battle."""
