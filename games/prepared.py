"""Queries that every request asks, their SQL written once.

Django puts a query together anew each time it is asked; for the wide rows of games and seats that takes
longer than the database needs for the answer. What is asked at every step, always in the same shape and with
other values, is put together once here and gives the same objects as ever.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar
from uuid import UUID, uuid4

from django import VERSION
from django.db import connections, models
from django.db.models.query import QuerySet, get_related_populators
from django.db.transaction import TransactionManagementError

M = TypeVar("M", bound=models.Model)
KNOWN: Final = (5, 2)  # the Django whose inner ways of reading rows are used here
Value = UUID | int | str


@dataclass(frozen=True)
class Written(Generic[M]):
    """The SQL of a query for one database, and how its rows become objects. ``values`` are the parameters:
    one that is given with each question is written as its place and how it is adapted."""

    sql: str
    values: tuple[Any, ...]
    model: type[M]
    first: int
    last: int
    names: tuple[str, ...]
    related: tuple[Any, ...]
    marks: tuple[tuple[str, int], ...]
    converters: tuple[tuple[int, tuple[Any, Any]], ...]
    locks: bool


@dataclass(frozen=True)
class Given:
    """A parameter that comes with the question."""

    place: int
    adapt: Callable[[Any], Any]


class Prepared(Generic[M]):
    """A query of one shape. ``build`` makes it from values of these ``kinds`` (UUID, int, str); they stand in
    its conditions only, and none may be None."""

    def __init__(self, build: Callable[..., QuerySet[M]], *kinds: type) -> None:
        self._build, self._kinds = build, kinds
        self._written: dict[tuple[str, str], Written[M]] = {}

    def __call__(self, *values: Value) -> list[M]:
        """What the query finds for these values. With another Django it is put together anew each time."""
        if VERSION[:2] != KNOWN:
            return list(self._build(*values))
        alias = "default"
        connection = connections[alias]
        written = self._written.get((alias, connection.vendor))
        if written is None:
            written = self._written[(alias, connection.vendor)] = self._write(alias)
        if written.locks and not connection.in_atomic_block:
            raise TransactionManagementError("rows are locked within a transaction only")
        params = [v.adapt(values[v.place]) if isinstance(v, Given) else v for v in written.values]
        with connection.cursor() as cursor:
            cursor.execute(written.sql, params)
            rows = cursor.fetchall()
        return [_object(written, alias, connection, list(row)) for row in rows]

    def one(self, *values: Value) -> M | None:
        """The first that it finds."""
        return next(iter(self(*values)), None)

    def _write(self, alias: str) -> Written[M]:
        connection = connections[alias]
        marks = [_mark(kind) for kind in self._kinds]
        query = self._build(*marks).query
        compiler = query.get_compiler(alias)
        sql, params = compiler.as_sql()
        klass: Any = compiler.klass_info
        select: Any = compiler.select
        fields = klass["select_fields"]
        first, last = fields[0], fields[-1] + 1
        converters: Any = compiler.get_converters([column[0] for column in select[: compiler.col_count]])
        return Written(
            sql,
            tuple(_given(param, marks) for param in params),
            klass["model"],
            first,
            last,
            tuple(column[0].target.attname for column in select[first:last]),
            tuple(get_related_populators(klass, select, alias)),  # type: ignore[call-arg]  # stubs of Django 6
            tuple((compiler.annotation_col_map or {}).items()),
            tuple(converters.items()),
            query.select_for_update and connection.features.has_select_for_update,
        )


def _mark(kind: type) -> Any:
    """A value that stands nowhere else in a query."""
    if kind is UUID:
        return uuid4()
    return 2**30 + secrets.randbelow(2**30) if kind is int else uuid4().hex


def _given(param: Any, marks: Iterable[Any]) -> Any:
    """The parameter, or the place of the value that it stands for."""
    for place, mark in enumerate(marks):
        if type(param) is type(mark) and param == mark:
            return Given(place, lambda value: value)
        if isinstance(mark, UUID) and param == mark.hex:
            return Given(place, lambda value: value.hex)
    return param


def _object(written: Written[M], alias: str, connection: Any, row: list[Any]) -> M:
    for place, (converters, expression) in written.converters:
        value = row[place]
        for convert in converters:
            value = convert(value, expression, connection)
        row[place] = value
    found = written.model.from_db(alias, written.names, row[written.first : written.last])
    for populator in written.related:
        populator.populate(row, found)
    for name, place in written.marks:
        setattr(found, name, row[place])
    return found
