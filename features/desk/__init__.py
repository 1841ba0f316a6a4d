"""The game master's tools: help for players, answers on their behalf, substitutes for absent players, and the
list of people who would like to be one.
"""
