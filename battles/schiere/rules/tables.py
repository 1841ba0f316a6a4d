"""The rules data that lies beside the code."""

from kit.rules.data import Data

load = Data(__file__).table
