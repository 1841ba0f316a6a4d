"""The page of a battle on the board: the field with all elements, and the actions of the elements that are
selected.
"""
