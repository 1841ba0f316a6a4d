"""Arrangements for a battle: its guest commanders and its appointment."""
