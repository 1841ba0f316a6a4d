"""The battle on the map. It uses the rules of the sheet, but knows every position and asks for every
reaction.
"""
