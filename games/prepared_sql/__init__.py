"""Queries that every request or step needs, with prepared SQL.

Django builds a query again each time it runs. For the wide rows of games and seats this takes longer than
the database needs to answer. The queries and writes of every step always have the same shape, with
different values. Here they are built once, and they return the same objects as Django's.

Consecutive queries and writes can be sent to the server together, since a round trip costs more than most
queries.
"""

from games.prepared_sql.queries import OfSeveral, PreparedQuery, Values
from games.prepared_sql.trips import Question, gathered_writes, queue_writes, run_batch
from games.prepared_sql.writes import Change, Insertion, Update

__all__ = [
    "Change",
    "Insertion",
    "OfSeveral",
    "PreparedQuery",
    "Question",
    "Update",
    "Values",
    "gathered_writes",
    "queue_writes",
    "run_batch",
]
