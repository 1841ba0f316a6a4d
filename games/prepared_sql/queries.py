"""Queries of one shape, with cached SQL."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from django.db import connections, models
from django.db.models.base import ModelState
from django.db.models.query import QuerySet, get_related_populators
from django.db.models.signals import post_init, pre_init
from django.db.transaction import TransactionManagementError

from games.prepared_sql.shapes import Value, fill_params, is_known, mark, places
from games.prepared_sql.trips import ALIAS, Question, run_batch

M = TypeVar("M", bound=models.Model)
FROM_DB: Final = models.Model.from_db.__func__  # type: ignore[attr-defined]


@dataclass(frozen=True)
class CompiledQuery(Generic[M]):
    """The SQL of a query for one database, and how its rows become objects. ``values`` are the parameters. A
    parameter that is given with each call is stored as a CallParameter.
    """

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


class PreparedQuery(Generic[M]):
    """A query of one shape. ``build`` makes it from values of ``kinds`` (UUID, int, str, datetime). The
    values can occur only in conditions, and none may be None. The query may shift a datetime by up to a
    hundred years.
    """

    def __init__(self, build: Callable[..., QuerySet[M]], *kinds: type) -> None:
        self._build, self._kinds = build, kinds
        self._written: dict[tuple[str, str], CompiledQuery[M]] = {}

    def __call__(self, *values: Value) -> list[M]:
        """Run the query with these values and return its objects."""
        found: list[M] = run_batch(self.question(*values))[0]
        return found

    def question(self, *values: Value) -> Question:
        """Return the query with these values, to be sent together with others. Under an unknown Django
        version the query is built again each time.
        """
        if not is_known():
            return Question("", (), list, lambda: list(self._build(*values)))
        connection = connections[ALIAS]
        written = self._written.get((ALIAS, connection.vendor))
        if written is None:
            written = self._written[(ALIAS, connection.vendor)] = self._write(ALIAS)
        if written.locks and not connection.in_atomic_block:
            raise TransactionManagementError("rows are locked within a transaction only")
        params = fill_params(written.values, values)
        return Question(written.sql, params, lambda cursor: _objects(written, connection, cursor.fetchall()))

    def one(self, *values: Value) -> M | None:
        """Run the query and return its first result, or None."""
        return next(iter(self(*values)), None)

    def _write(self, alias: str) -> CompiledQuery[M]:
        connection = connections[alias]
        marks = [mark(kind, place) for place, kind in enumerate(self._kinds)]
        query = self._build(*marks).query
        compiler = query.get_compiler(alias)
        sql, params = compiler.as_sql()
        klass: Any = compiler.klass_info
        select: Any = compiler.select
        fields = klass["select_fields"]
        first, last = fields[0], fields[-1] + 1
        converters: Any = compiler.get_converters([column[0] for column in select[: compiler.col_count]])
        return CompiledQuery(
            sql,
            places(params, marks),
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
    """A query for several values of one ``kind``. Its SQL is built once for each small number of values.
    Longer lists are left to Django.
    """

    FEW = 12

    def __init__(self, build: Callable[[Collection[Any]], QuerySet[M]], kind: type) -> None:
        self._build, self._kind = build, kind
        self._written: dict[int, PreparedQuery[M]] = {}

    def __call__(self, values: Collection[Any]) -> list[M]:
        if not values:
            return []
        if len(values) > self.FEW:
            return list(self._build(values))
        known = self._written.get(len(values))
        if known is None:
            known = PreparedQuery(lambda *each: self._build(each), *[self._kind] * len(values))
            self._written[len(values)] = known
        return known(*values)


class Values:
    """A prepared query that returns only its first column, like ``values_list(..., flat=True)``. It takes the
    same ``build`` and ``kinds`` as :class:`PreparedQuery`.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, Any]], *kinds: type) -> None:
        self._build, self._kinds = build, kinds
        self._written: dict[str, tuple[str, tuple[Any, ...], tuple[Any, Any] | None]] = {}

    def __call__(self, *values: Value) -> list[Any]:
        """Run the query with these values and return the first column."""
        if not is_known():
            return list(self._build(*values))
        connection = connections[ALIAS]
        text, params, converters = self._written.get(connection.vendor) or self._write(connection)
        with connection.cursor() as cursor:
            cursor.execute(text, fill_params(params, values))
            found = [row[0] for row in cursor.fetchall()]
        if converters is not None:
            convert_all, expression = converters
            for convert in convert_all:
                found = [convert(one, expression, connection) for one in found]
        return found

    def _write(self, connection: Any) -> tuple[str, tuple[Any, ...], tuple[Any, Any] | None]:
        marks = [mark(kind, place) for place, kind in enumerate(self._kinds)]
        compiler = self._build(*marks).query.get_compiler(ALIAS)
        text, params = compiler.as_sql()
        select: Any = compiler.select
        converters: Any = compiler.get_converters([select[0][0]])
        self._written[connection.vendor] = text, places(params, marks), converters.get(0)
        return self._written[connection.vendor]


def _objects(written: CompiledQuery[M], connection: Any, rows: Iterable[Any]) -> list[M]:
    return [_object(written, ALIAS, connection, list(row)) for row in rows]


def _object(written: CompiledQuery[M], alias: str, connection: Any, row: list[Any]) -> M:
    for place, (converters, expression) in written.converters:
        value = row[place]
        for convert in converters:
            value = convert(value, expression, connection)
        row[place] = value
    found = _make_object(written, alias, row[written.first : written.last])
    for populator in written.related:
        populator.populate(row, found)
    for name, place in written.marks:
        setattr(found, name, row[place])
    return found


def _make_object(written: CompiledQuery[M], alias: str, values: list[Any]) -> M:
    if not written.plain:
        return written.model.from_db(alias, written.names, values)
    found = written.model.__new__(written.model)
    state = ModelState()
    state.db, state.adding = alias, False
    found.__dict__ = {"_state": state, **dict(zip(written.names, values, strict=True))}
    return found


def _is_plain(model: type[models.Model]) -> bool:
    """Return whether the model's constructor only sets fields."""
    own = model.__init__ is not models.Model.__init__ or model.from_db.__func__ is not FROM_DB  # type: ignore[attr-defined]
    return not own and not any(one.has_listeners(model) for one in (pre_init, post_init))
