"""The battle sheet: both armies of a battle at a real table, with markers, dice, leaders and rout points.

The players move the counters and report what is adjacent. The sheet rolls dice or takes their results,
applies the rules and keeps the score.
"""
