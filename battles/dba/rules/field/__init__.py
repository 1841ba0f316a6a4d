"""The battlefield as a drawing: outlines on the square board, checked against the rules, and proposals.

A faulty drawing is not refused: its faults are shown with their section, and the people at the table decide.
"""
