"""A calculator for a combat of any two groups. It needs no account, and works offline once it has been
opened.
"""
