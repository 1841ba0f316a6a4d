"""Time: deadlines, outages, and what is answered when nobody does."""
