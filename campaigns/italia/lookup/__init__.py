"""The calculator for a combat of any two groups: it needs no account, and works offline once it was
opened.
"""
