"""Queries that every request asks, their SQL written once.

Django puts a query together anew each time it is asked; for the wide rows of games and seats that takes
longer than the database needs for the answer. What is asked at every step, always in the same shape and with
other values, is put together once here and gives the same objects as ever. So is what every step writes.

What is asked, or written, one right after the other may go to the server together: a trip there and back
costs more than most of the questions.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property, partial
from typing import Any, Final, Generic, TypeVar
from uuid import UUID, uuid4

from django import VERSION
from django.db import connections, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.base import ModelState
from django.db.models.query import QuerySet, get_related_populators
from django.db.models.signals import post_init, pre_init
from django.db.models.sql.subqueries import UpdateQuery
from django.db.transaction import TransactionManagementError

M = TypeVar("M", bound=models.Model)
KNOWN: Final = (5, 2)  # the Django whose inner ways of reading rows are used here
ALIAS: Final = "default"
FROM_DB: Final = models.Model.from_db.__func__  # type: ignore[attr-defined]
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
    before = _take_waiting()
    if before:
        return together(*before, *asked)[len(before) :]
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


def later(*writes: Question) -> None:
    """What is written, of which nobody waits for the answer: with the next trip where such are gathered, else
    at once."""
    waiting: list[Question] | None = getattr(_gathered, "waiting", None)
    if waiting is None:
        together(*writes)
    else:
        waiting += writes


@contextmanager
def gathering() -> Iterator[None]:
    """Within a transaction: what is written :func:`later` goes with the next trip, before whatever else is
    asked of the database, and at the end of this at the latest. Where an exception ends it, and so the
    transaction, nothing more is written."""
    connection = connections[ALIAS]
    if not _takes_several(connection) or getattr(_gathered, "waiting", None) is not None:
        yield
        return
    if not connection.in_atomic_block:
        raise TransactionManagementError("writes are gathered within a transaction only")

    def first(execute: Callable[..., Any], sql: str, *more: Any) -> Any:
        if sql.startswith("ROLLBACK TO SAVEPOINT"):  # what was written since is undone with it
            _take_waiting()
        together()
        return execute(sql, *more)

    _gathered.waiting = []
    try:
        with connection.execute_wrapper(first):
            yield
            together()
    finally:
        _gathered.waiting = None


_gathered = threading.local()


def _take_waiting() -> list[Question]:
    waiting: list[Question] = getattr(_gathered, "waiting", None) or []
    taken = list(waiting)
    waiting.clear()
    return taken


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
    plain: bool


@dataclass(frozen=True)
class Given:
    """A parameter that comes with the question."""

    place: int
    adapt: Callable[[Any], Any]


class Prepared(Generic[M]):
    """A query of one shape. ``build`` makes it from values of these ``kinds`` (UUID, int, str, datetime);
    they stand in its conditions only, and none may be None. A moment may stand there some time earlier or
    later than it was given, by at most a hundred years."""

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
        params = _filled(written.values, values)
        return Question(written.sql, params, lambda cursor: _objects(written, connection, cursor.fetchall()))

    def one(self, *values: Value) -> M | None:
        """The first that it finds."""
        return next(iter(self(*values)), None)

    def _write(self, alias: str) -> Written[M]:
        connection = connections[alias]
        marks = [_mark(kind, place) for place, kind in enumerate(self._kinds)]
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
            _is_plain(klass["model"]),
        )


class OfSeveral(Generic[M]):
    """A query of one shape that asks for some values of one ``kind``, however many; written once for each
    number of them. More than a few are asked for by Django."""

    FEW = 12

    def __init__(self, build: Callable[[Collection[Any]], QuerySet[M]], kind: type) -> None:
        self._build, self._kind = build, kind
        self._written: dict[int, Prepared[M]] = {}

    def __call__(self, values: Collection[Any]) -> list[M]:
        if not values:
            return []
        if len(values) > self.FEW:
            return list(self._build(values))
        known = self._written.get(len(values))
        if known is None:
            known = Prepared(lambda *each: self._build(each), *[self._kind] * len(values))
            self._written[len(values)] = known
        return known(*values)


class Values:
    """The first column of a query of one shape, as ``values_list(..., flat=True)`` gives it. ``build`` and
    ``kinds`` are those of :class:`Prepared`."""

    def __init__(self, build: Callable[..., QuerySet[Any, Any]], *kinds: type) -> None:
        self._build, self._kinds = build, kinds
        self._written: dict[str, tuple[str, tuple[Any, ...], tuple[Any, Any] | None]] = {}

    def __call__(self, *values: Value) -> list[Any]:
        """What the query finds for these values."""
        if VERSION[:2] != KNOWN:
            return list(self._build(*values))
        connection = connections[ALIAS]
        text, params, converters = self._written.get(connection.vendor) or self._write(connection)
        with connection.cursor() as cursor:
            cursor.execute(text, _filled(params, values))
            found = [row[0] for row in cursor.fetchall()]
        if converters is not None:
            convert_all, expression = converters
            for convert in convert_all:
                found = [convert(one, expression, connection) for one in found]
        return found

    def _write(self, connection: Any) -> tuple[str, tuple[Any, ...], tuple[Any, Any] | None]:
        marks = [_mark(kind, place) for place, kind in enumerate(self._kinds)]
        compiler = self._build(*marks).query.get_compiler(ALIAS)
        text, params = compiler.as_sql()
        select: Any = compiler.select
        converters: Any = compiler.get_converters([select[0][0]])
        given = tuple(_given(param, marks) for param in params)
        self._written[connection.vendor] = text, given, converters.get(0)
        return self._written[connection.vendor]


class Update:
    """An UPDATE of one shape. ``build`` gives the rows, of one table, and what is set in them; ``kinds`` are
    those of :class:`Prepared`. No signal is sent."""

    def __init__(self, build: Callable[..., tuple[QuerySet[Any], Mapping[str, Any]]], *kinds: type) -> None:
        self._build, self._kinds = build, kinds
        self._written: dict[str, tuple[str, tuple[Any, ...]]] = {}

    def __call__(self, *values: Value) -> int:
        """How many rows were changed."""
        changed: int = together(self.asked(*values))[0]
        return changed

    def asked(self, *values: Value) -> Question:
        """To be written with others."""
        if VERSION[:2] != KNOWN:
            return Question("", (), list, lambda: self._at_once(*values))
        connection = connections[ALIAS]
        text, params = self._written.get(connection.vendor) or self._write(connection)
        return Question(text, _filled(params, values), lambda cursor: cursor.rowcount)

    def _at_once(self, *values: Value) -> int:
        rows, sets = self._build(*values)
        return rows.update(**sets)

    def _write(self, connection: Any) -> tuple[str, tuple[Any, ...]]:
        marks = [_mark(kind, place) for place, kind in enumerate(self._kinds)]
        rows, sets = self._build(*marks)
        query: Any = rows.query.chain(UpdateQuery)
        query.add_update_values(dict(sets))
        text, params = query.get_compiler(ALIAS).as_sql()
        self._written[connection.vendor] = text, tuple(_given(param, marks) for param in params)
        return self._written[connection.vendor]


CENTURY: Final = timedelta(days=36_525)


def _mark(kind: type, place: int) -> Any:
    """A value that stands nowhere else in a query; a moment also if some time is added or taken away."""
    if kind is UUID:
        return uuid4()
    if kind is datetime:
        return datetime(3000 + 500 * place, 1, 1, tzinfo=UTC)
    return 2**30 + secrets.randbelow(2**30) if kind is int else uuid4().hex


def _filled(params: Iterable[Any], values: Sequence[Value]) -> list[Any]:
    return [one.adapt(values[one.place]) if isinstance(one, Given) else one for one in params]


def _given(param: Any, marks: Iterable[Any]) -> Any:
    """The parameter, or the place of the value that it stands for."""
    for place, mark in enumerate(marks):
        if type(param) is type(mark) and param == mark:
            return Given(place, lambda value: value)
        if isinstance(mark, UUID) and param == mark.hex:
            return Given(place, lambda value: value.hex)
        if isinstance(mark, datetime) and (apart := _apart(param, mark)) is not None:
            return Given(place, partial(_later, apart))
    return param


def _apart(param: Any, mark: datetime) -> timedelta | None:
    """How much later than the mark the parameter is; None where it has nothing to do with it."""
    if isinstance(param, str):  # as SQLite is given moments
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


def _later(apart: timedelta, value: datetime) -> Any:
    return _moment(value + apart)


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
    found = _made(written, alias, row[written.first : written.last])
    for populator in written.related:
        populator.populate(row, found)
    for name, place in written.marks:
        setattr(found, name, row[place])
    return found


def _made(written: Written[M], alias: str, values: list[Any]) -> M:
    """What Model.from_db makes of the values; of a model that adds nothing to that, without its detours."""
    if not written.plain:
        return written.model.from_db(alias, written.names, values)
    found = written.model.__new__(written.model)
    state = ModelState()
    state.db, state.adding = alias, False
    found.__dict__ = {"_state": state, **dict(zip(written.names, values, strict=True))}
    return found


def _is_plain(model: type[models.Model]) -> bool:
    """Whether nothing happens when a row becomes an object of it but that its fields are set."""
    own = model.__init__ is not models.Model.__init__ or model.from_db.__func__ is not FROM_DB  # type: ignore[attr-defined]
    return not own and not any(one.has_listeners(model) for one in (pre_init, post_init))


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
