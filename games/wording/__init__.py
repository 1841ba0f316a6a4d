"""Words for people: numbers, times, refusals, what a game waits for, and its events in sentences."""
