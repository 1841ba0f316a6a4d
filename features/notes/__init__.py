"""Private notes and marks on a game's map. Only their author sees them, unless the author sends them with a
letter.
"""
