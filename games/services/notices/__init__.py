"""Notifications: mail, feeds, devices and hooks."""
