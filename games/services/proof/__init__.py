"""Services that prove a game fair: its seed and dice, the roll behind each event, its verification and its
export.
"""
