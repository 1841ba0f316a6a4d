"""The players' own missile chart, counters and leaders, read from their box."""
