"""The data files of the rules, loaded from next to the code."""

from kit.rules.data import Data

load = Data(__file__).table
