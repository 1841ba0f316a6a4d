"""A DBA battle played on a real table: the assistant records what miniatures cannot show.

Positions exist only on the table. The state holds PIPs, losses, the holders of places, the order of the bound
and the luck. Players enter all other facts with the action that needs them.
"""
