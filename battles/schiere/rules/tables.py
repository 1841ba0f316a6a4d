"""Load the data files of the rules."""

from kit.rules.data import Data

load = Data(__file__).table
