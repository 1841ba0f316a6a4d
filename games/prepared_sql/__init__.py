"""Queries of every request, with prepared SQL.

Django builds a query again each time; for the wide rows of games and seats that takes longer than the
database needs to answer. The queries and writes of every step always have the same shape with other values.
Here they are built once, and return the same objects as Django's.

Consecutive queries and writes can be sent to the server together, since a round trip costs more than most
queries.
"""

from games.prepared_sql.queries import OfSeveral, PreparedQuery, Values
from games.prepared_sql.trips import Question, gathering, later, run_batch
from games.prepared_sql.writes import Change, Insertion, Update

__all__ = [
    "Change",
    "Insertion",
    "OfSeveral",
    "PreparedQuery",
    "Question",
    "Update",
    "Values",
    "gathering",
    "later",
    "run_batch",
]
