"""The pure core of every rules system: no Django, no clock, no input or output."""
