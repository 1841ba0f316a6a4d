"""The shape of a query. Django builds the query once from unique placeholder values, which reveal the
position of each parameter.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Final
from uuid import UUID, uuid4

from django import VERSION
from django.db import connections

from games.prepared_sql.trips import ALIAS

KNOWN: Final = (5, 2)  # the Django version whose way of reading rows this package reproduces
CENTURY: Final = timedelta(days=36_525)
Value = UUID | int | str | datetime


def is_known() -> bool:
    """Return whether the installed Django has the version whose row handling this package reproduces. With
    any other version, every query is built as usual.
    """
    return VERSION[:2] == KNOWN


@dataclass(frozen=True)
class CallParameter:
    """A parameter that is given with each call: its position, and the function that adapts it to the
    database.
    """

    place: int
    adapt: Callable[[Any], Any]


def mark(kind: type, place: int) -> Any:
    """Return a placeholder that occurs nowhere else in a query. A datetime stays unique even if the query
    adds or subtracts some time.
    """
    if kind is UUID:
        return uuid4()
    if kind is datetime:
        return datetime(3000 + 500 * place, 1, 1, tzinfo=UTC)
    return 2**30 + secrets.randbelow(2**30) if kind is int else uuid4().hex


def fill_params(params: Iterable[Any], values: Sequence[Value]) -> list[Any]:
    return [one.adapt(values[one.place]) if isinstance(one, CallParameter) else one for one in params]


def places(params: Iterable[Any], marks: Sequence[Any]) -> tuple[Any, ...]:
    """Return the parameters, with a slot for each value that is given later. Raises LookupError if a
    placeholder does not occur, since the query would then ignore its value.
    """
    found = tuple(_find_given(param, marks) for param in params)
    lost = set(range(len(marks))) - {one.place for one in found if isinstance(one, CallParameter)}
    if lost:
        raise LookupError(f"values {sorted(lost)} stand nowhere in the query")
    return found


def _find_given(param: Any, marks: Iterable[Any]) -> Any:
    for place, mark in enumerate(marks):
        if isinstance(param, type(mark)) and param == mark:
            return CallParameter(place, type(param) if isinstance(mark, int) else lambda value: value)
        if isinstance(mark, UUID) and param == mark.hex:
            return CallParameter(place, lambda value: value.hex)
        if isinstance(mark, datetime) and (apart := _time_apart(param, mark)) is not None:
            return CallParameter(place, partial(_shift_moment, apart))
    return param


def _time_apart(param: Any, mark: datetime) -> timedelta | None:
    if isinstance(param, str):  # SQLite gets datetimes as strings
        if param[4:5] != "-":
            return None
        try:
            param = datetime.fromisoformat(param)
        except ValueError:
            return None
    if not isinstance(param, datetime):
        return None
    apart = (param if param.tzinfo else param.replace(tzinfo=UTC)) - mark
    return apart if abs(apart) < CENTURY else None


def _shift_moment(apart: timedelta, value: datetime) -> Any:
    return _moment(value + apart)


def _moment(value: datetime) -> Any:
    return connections[ALIAS].ops.adapt_datetimefield_value(value)
