"""A DBA battle as people play it on a real table: the assistant keeps what miniatures cannot.

Positions are on the table. The state holds PIPs, losses, who holds what, the order of the bound and the luck;
whatever else a rule asks about is a fact that people enter with the action that needs it.
"""
