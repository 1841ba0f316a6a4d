"""The drawn battlefield: outlines of terrain on the square board, checks against the rules, and proposed
layouts.

A drawing with faults is not refused. Each fault is shown with its section, and the players at the table
decide.
"""
