"""Feeds: deadlines for a calendar, the chronicle for a feed reader."""
