"""A DBA battle played on a real table. The assistant records what the miniatures cannot show.

Positions exist only on the table. The state holds PIPs, losses, the holders of camps and the built-up area,
the progress of the bound, and each side's luck with the dice. Players enter any other fact with the action
that needs it.
"""
