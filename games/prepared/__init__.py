"""Queries of every request, with prepared SQL.

Django puts a query together again each time it is asked; for the wide rows of games and seats that takes
longer than the database needs for the answer. What is asked at every step, always in the same shape and with
other values, is put together once here and gives the same objects as ever. So is what every step writes.

What is asked, or written, one right after the other may go to the server together: a trip there and back
costs more than most of the questions.
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
