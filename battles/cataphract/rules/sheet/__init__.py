"""The battle sheet: both armies of a battle at a real table, with its markers, dice, leaders and rout points.

People move the counters and tell what is adjacent; the sheet rolls or takes dice, applies the rules and keeps
the score."""
