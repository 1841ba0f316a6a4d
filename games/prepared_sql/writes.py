"""Prepared INSERT and UPDATE statements with cached SQL."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import connections, models
from django.db.models.query import QuerySet
from django.db.models.sql.subqueries import UpdateQuery

from games.prepared_sql.shapes import Value, fill_params, is_known, mark, places
from games.prepared_sql.trips import ALIAS, Question, run_batch

M = TypeVar("M", bound=models.Model)


class Insertion(Generic[M]):
    """An INSERT with prepared SQL and without signals. ``ignoring``: whether to skip a row that already
    exists, which then gets no id.
    """

    def __init__(self, model: type[M], *, ignoring: bool = False) -> None:
        self._model, self._ignoring = model, ignoring
        self._written: dict[str, tuple[str, bool]] = {}

    @cached_property
    def _fields(self) -> list[Any]:
        meta = self._model._meta
        return [one for one in meta.local_concrete_fields if one is not meta.auto_field]

    def question(self, row: M) -> Question:
        """Return the insert of a row, to be sent together with others. Its result is the row with its id."""
        connection = connections[ALIAS]
        written = self._written.get(connection.vendor)
        if written is None:
            written = self._written[connection.vendor] = self._write()
        text, returns = written
        values = [one.get_db_prep_save(one.pre_save(row, True), connection) for one in self._fields]
        return Question(text, values, lambda cursor: self._mark_stored(row, cursor, returns))

    def question_for_all(self, rows: Sequence[M]) -> Question:
        """Return one insert of several rows. Its result is the list of the rows with their ids."""
        if len(rows) == 1:
            only = self.question(rows[0])
            return Question(only.sql, only.values, lambda cursor: [only.read(cursor)])
        asked = [self.question(row) for row in rows]
        text, returns = self._written[connections[ALIAS].vendor]
        if not returns and not self._ignoring:  # the database cannot tell the ids of several rows
            return Question("", (), list, lambda: [run_batch(one)[0] for one in asked])
        marks = f"({', '.join(['%s'] * len(self._fields))})"
        several = text.replace(marks, ", ".join([marks] * len(rows)), 1)
        values = [value for one in asked for value in one.values]
        return Question(
            several, values, lambda cursor: [self._mark_stored(row, cursor, returns) for row in rows]
        )

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

    def _mark_stored(self, row: M, cursor: Any, returns: bool) -> M:
        if returns:
            row.pk = cursor.fetchone()[0]
        elif not self._ignoring:
            row.pk = cursor.lastrowid
        row._state.adding, row._state.db = False, ALIAS
        return row


class Change:
    """An UPDATE of the rows whose ``where`` fields have given values. It sets the ``names`` fields, adds 1 to
    the ``on`` fields and returns the number of rows changed.
    """

    def __init__(
        self, model: type[models.Model], names: Iterable[str], where: Iterable[str], on: Iterable[str] = ()
    ) -> None:
        self._model, self._names, self._where, self._on = model, tuple(names), tuple(where), tuple(on)

    @cached_property
    def _fields(self) -> tuple[list[Any], list[Any], list[Any]]:
        field = self._model._meta.get_field
        return [field(n) for n in self._names], [field(n) for n in self._where], [field(n) for n in self._on]

    def question(self, values: Mapping[str, Any], where: Mapping[str, Any]) -> Question:
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


class Update:
    """An UPDATE of one shape. ``build`` returns the rows to change, all of one table, and the values to set.
    ``kinds`` are those of :class:`PreparedQuery`. No signal is sent.
    """

    def __init__(self, build: Callable[..., tuple[QuerySet[Any], Mapping[str, Any]]], *kinds: type) -> None:
        self._build, self._kinds = build, kinds
        self._written: dict[str, tuple[str, tuple[Any, ...]]] = {}

    def __call__(self, *values: Value) -> int:
        """Run the update and return the number of rows changed."""
        changed: int = run_batch(self.question(*values))[0]
        return changed

    def question(self, *values: Value) -> Question:
        """Return the update with these values, to be sent together with others."""
        if not is_known():
            return Question("", (), list, lambda: self._run_unprepared(*values))
        connection = connections[ALIAS]
        text, params = self._written.get(connection.vendor) or self._write(connection)
        return Question(text, fill_params(params, values), lambda cursor: cursor.rowcount)

    def _run_unprepared(self, *values: Value) -> int:
        rows, sets = self._build(*values)
        return rows.update(**sets)

    def _write(self, connection: Any) -> tuple[str, tuple[Any, ...]]:
        marks = [mark(kind, place) for place, kind in enumerate(self._kinds)]
        rows, sets = self._build(*marks)
        query: Any = rows.query.chain(UpdateQuery)
        query.add_update_values(dict(sets))
        text, params = query.get_compiler(ALIAS).as_sql()
        self._written[connection.vendor] = text, places(params, marks)
        return self._written[connection.vendor]
