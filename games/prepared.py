"""Queries that every request asks, their SQL written once.

Django puts a query together anew each time it is asked; for the wide rows of games and seats that takes
longer than the database needs for the answer. What is asked at every step, always in the same shape and with
other values, is put together once here and gives the same objects as ever. So is what every step writes.

What is asked, or written, one right after the other may go to the server together: a trip there and back
costs more than most of the questions.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any, Final, Generic, TypeVar
from uuid import UUID, uuid4

from django import VERSION
from django.db import connections, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.query import QuerySet, get_related_populators
from django.db.transaction import TransactionManagementError

M = TypeVar("M", bound=models.Model)
KNOWN: Final = (5, 2)  # the Django whose inner ways of reading rows are used here
ALIAS: Final = "default"
Value = UUID | int | str | datetime


@dataclass(frozen=True)
class Question:
    """One question, or one write, ready to go; ``read`` gets its answer from the cursor. ``late``: it is not
    written here (another Django), and is asked by itself when its turn has come."""

    sql: str
    values: Sequence[Any]
    read: Callable[[Any], Any]
    late: Callable[[], Any] | None = None


def together(*asked: Question) -> list[Any]:
    """The answers to several, in their order; in one trip where the server takes several at once. Each sees
    what those before it have done, and what others had committed when its turn came."""
    if not asked:
        return []
    connection = connections[ALIAS]
    if any(one.late for one in asked):
        return [together(one)[0] if one.late is None else one.late() for one in asked]
    found = []
    with connection.cursor() as cursor:
        if len(asked) > 1 and _takes_several(connection):
            cursor.execute(
                "; ".join(one.sql for one in asked), [value for one in asked for value in one.values]
            )
            for place, one in enumerate(asked):
                if place:
                    cursor.nextset()
                found.append(one.read(cursor))
        else:
            for one in asked:
                cursor.execute(one.sql, list(one.values))
                found.append(one.read(cursor))
    return found


def _takes_several(connection: BaseDatabaseWrapper) -> bool:
    """PostgreSQL does, unless its statements are prepared."""
    if connection.vendor != "postgresql":
        return False
    options: Mapping[str, Any] = connection.settings_dict["OPTIONS"]
    return not options.get("server_side_binding")


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
    """A query of one shape. ``build`` makes it from values of these ``kinds`` (UUID, int, str, datetime);
    they stand in its conditions only, and none may be None."""

    def __init__(self, build: Callable[..., QuerySet[M]], *kinds: type) -> None:
        self._build, self._kinds = build, kinds
        self._written: dict[tuple[str, str], Written[M]] = {}

    def __call__(self, *values: Value) -> list[M]:
        """What the query finds for these values."""
        found: list[M] = together(self.asked(*values))[0]
        return found

    def asked(self, *values: Value) -> Question:
        """The question, to be asked with others. With another Django it is put together anew each time."""
        if VERSION[:2] != KNOWN:
            return Question("", (), list, lambda: list(self._build(*values)))
        connection = connections[ALIAS]
        written = self._written.get((ALIAS, connection.vendor))
        if written is None:
            written = self._written[(ALIAS, connection.vendor)] = self._write(ALIAS)
        if written.locks and not connection.in_atomic_block:
            raise TransactionManagementError("rows are locked within a transaction only")
        params = [v.adapt(values[v.place]) if isinstance(v, Given) else v for v in written.values]
        return Question(written.sql, params, lambda cursor: _objects(written, connection, cursor.fetchall()))

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
    if kind is datetime:
        return datetime(1900, 1, 1, tzinfo=UTC) + timedelta(seconds=secrets.randbelow(2**30))
    return 2**30 + secrets.randbelow(2**30) if kind is int else uuid4().hex


def _given(param: Any, marks: Iterable[Any]) -> Any:
    """The parameter, or the place of the value that it stands for."""
    for place, mark in enumerate(marks):
        if type(param) is type(mark) and param == mark:
            return Given(place, lambda value: value)
        if isinstance(mark, datetime) and param == _moment(mark):
            return Given(place, _moment)
        if isinstance(mark, UUID) and param == mark.hex:
            return Given(place, lambda value: value.hex)
    return param


def _moment(value: datetime) -> Any:
    """As the database is given it."""
    return connections[ALIAS].ops.adapt_datetimefield_value(value)


def _objects(written: Written[M], connection: Any, rows: Iterable[Any]) -> list[M]:
    return [_object(written, ALIAS, connection, list(row)) for row in rows]


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


class Insertion(Generic[M]):
    """A row that is written, its SQL put together once. No signal is sent. ``ignoring``: where it is there
    already nothing is done, and its number stays unknown."""

    def __init__(self, model: type[M], *, ignoring: bool = False) -> None:
        self._model, self._ignoring = model, ignoring
        self._written: dict[str, tuple[str, bool]] = {}

    @cached_property
    def _fields(self) -> list[Any]:
        meta = self._model._meta
        return [one for one in meta.local_concrete_fields if one is not meta.auto_field]

    def asked(self, row: M) -> Question:
        """To be written with others; gives the row, with its number."""
        connection = connections[ALIAS]
        written = self._written.get(connection.vendor)
        if written is None:
            written = self._written[connection.vendor] = self._write()
        text, returns = written
        values = [one.get_db_prep_save(one.pre_save(row, True), connection) for one in self._fields]
        return Question(text, values, lambda cursor: self._stored(row, cursor, returns))

    def _write(self) -> tuple[str, bool]:
        quote = connections[ALIAS].ops.quote_name
        meta = self._model._meta
        columns = ", ".join(quote(one.column) for one in self._fields)
        text = (
            f"INSERT INTO {quote(meta.db_table)} ({columns}) VALUES ({', '.join(['%s'] * len(self._fields))})"
        )
        if self._ignoring:
            return f"{text} ON CONFLICT DO NOTHING", False
        if not connections[ALIAS].features.can_return_columns_from_insert:
            return text, False
        return f"{text} RETURNING {quote(str(meta.pk.column))}", True

    def _stored(self, row: M, cursor: Any, returns: bool) -> M:
        if returns:
            row.pk = cursor.fetchone()[0]
        elif not self._ignoring:
            row.pk = cursor.lastrowid
        row._state.adding, row._state.db = False, ALIAS
        return row


class Change:
    """An UPDATE of the rows in which ``where`` have the values that come with it: sets ``names``, counts
    ``on`` up by one. Gives the number of rows."""

    def __init__(
        self, model: type[models.Model], names: Iterable[str], where: Iterable[str], on: Iterable[str] = ()
    ) -> None:
        self._model, self._names, self._where, self._on = model, tuple(names), tuple(where), tuple(on)

    @cached_property
    def _fields(self) -> tuple[list[Any], list[Any], list[Any]]:
        field = self._model._meta.get_field
        return [field(n) for n in self._names], [field(n) for n in self._where], [field(n) for n in self._on]

    def asked(self, values: Mapping[str, Any], where: Mapping[str, Any]) -> Question:
        connection = connections[ALIAS]
        quote = connection.ops.quote_name
        named, chosen, counted = self._fields
        sets = [f"{quote(one.column)} = %s" for one in named]
        sets += [f"{quote(one.column)} = {quote(one.column)} + 1" for one in counted]
        which = " AND ".join(f"{quote(one.column)} = %s" for one in chosen)
        given = [one.get_db_prep_save(values[one.name], connection) for one in named]
        given += [one.get_db_prep_save(where[one.name], connection) for one in chosen]
        text = f"UPDATE {quote(self._model._meta.db_table)} SET {', '.join(sets)} WHERE {which}"
        return Question(text, given, lambda cursor: cursor.rowcount)
