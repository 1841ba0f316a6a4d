"""A DBA battle played on a real table: the assistant records what miniatures cannot.

Positions are on the table. The state holds PIPs, losses, the holders of places, the order of the bound and
the luck; people enter all other facts with the action that needs them.
"""
