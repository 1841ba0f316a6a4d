"""Feeds: a user's deadlines for a calendar, and a game's chronicle for a feed reader."""
