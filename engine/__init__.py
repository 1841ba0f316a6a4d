"""The pure core that every rules system is built from: no Django, no clock, no input or output."""
