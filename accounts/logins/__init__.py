"""Logging in: API keys, known devices, other access, and forms sent after the login has expired."""
