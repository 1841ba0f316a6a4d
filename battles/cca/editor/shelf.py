"""The players' own scenarios of Commands & Colors: Ancients (games.plugins.Shelf)."""

from battles.shelf import Shelf

SHELF = Shelf("cca")
