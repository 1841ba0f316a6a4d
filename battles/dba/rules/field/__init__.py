"""The battlefield as a drawing: outlines on the square board, checked against the text, and proposed.

A drawing stops nobody: what is wrong with it is told with its section, and the people at the table decide.
"""
