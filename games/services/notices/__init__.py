"""Notifications: e-mail, feeds, devices and hooks."""
