"""Queries of every request, with prepared SQL.

Django builds a query again each time; for the wide rows of games and seats that takes longer than the
database needs to answer. The queries of every step, always of the same shape with other values, are built
once here and give the same objects as before. So are the writes of every step.

Consecutive queries and writes may go to the server together: a round trip costs more than most of the
queries.
"""

from games.prepared.queries import OfSeveral, Prepared, Values
from games.prepared.trips import Question, gathering, later, together
from games.prepared.writes import Change, Insertion, Update

__all__ = [
    "Change",
    "Insertion",
    "OfSeveral",
    "Prepared",
    "Question",
    "Update",
    "Values",
    "gathering",
    "later",
    "together",
]
