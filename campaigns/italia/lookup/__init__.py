"""A calculator for combat between any two groups. It needs no account, and it works offline after the first
visit.
"""
