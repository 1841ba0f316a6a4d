"""The rules data next to the code."""

from kit.rules.data import Data

load = Data(__file__).table
