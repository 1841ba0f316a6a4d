"""Parts of a chronicle that every campaign shares: its history, what happened since, curves over the
turns.

A system says how its events fall into passages, what a passage is called and what a moment counts; this room
reads the log, shares events and dice out, keeps the moments and draws.
"""
