"""Load the data files of the rules, which are in a folder next to the code."""

from kit.rules.data import Data

load = Data(__file__).table
