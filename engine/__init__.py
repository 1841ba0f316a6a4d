"""The core of every rules system. It uses no Django, no clock, and no input or output."""
