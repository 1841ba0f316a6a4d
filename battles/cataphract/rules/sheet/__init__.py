"""The battle sheet of a battle at a real table: both armies with markers, dice, leaders and rout points.

The players move the counters and report which units are adjacent. The sheet rolls dice or takes their
results, applies the rules and keeps the score.
"""
