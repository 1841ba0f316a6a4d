"""The battlefield as a drawing: outlines on the square board, checked against the rules, and proposals.

A drawing with faults is not refused. The faults are shown with their section, and the players at the table
decide.
"""
