"""The page of a battle on the board: the field with all elements, the chosen ones, and their possible
actions.
"""
