"""Time: deadlines, outages, and automatic answers."""
