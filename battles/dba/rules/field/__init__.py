"""The battlefield as a drawing: outlines on the square board, checked against the rules, and proposals.

A drawing blocks nobody: its faults are shown with their section, and the people at the table decide.
"""
