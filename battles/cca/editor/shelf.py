"""The scenarios of Commands & Colors: Ancients that players have made (games.plugins.Shelf)."""

from battles.shelf import Shelf

SHELF = Shelf("cca")
