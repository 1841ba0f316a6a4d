"""Dice statistics: each seat's rolls compared with what fair dice give."""
