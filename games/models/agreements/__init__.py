"""Agreements between people about a battle: who commands it, when it is fought."""
