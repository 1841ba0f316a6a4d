"""Dice statistics: everybody's rolls against what fair dice give."""
