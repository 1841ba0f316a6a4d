"""*Ancients Test Cases*: a neutral conformance suite that any engine can run (docs/cases.md).

A case has a number, a section of the rulebook, a title, an input and the expected answer. A system's
runner computes the answer from the input. The case passes if the answer contains everything expected.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from engine.game import Json
from engine.values import dataclass

Runner = Callable[[Mapping[str, Json]], Mapping[str, Json]]


@dataclass(frozen=True)
class Case:
    """One test case of the suite."""

    number: str
    section: str
    title: str
    given: Mapping[str, Json]
    expected: Mapping[str, Json]


class BadCase(ValueError):
    """Raised for a malformed case file. The message names the file, the case and the mistake."""


def load(folder: Path) -> tuple[Case, ...]:
    """Load every case from the ``*.toml`` files in a folder, in the order of the file names. Raises BadCase
    for a malformed file.
    """
    found = [case for path in sorted(folder.glob("*.toml")) for case in read_file(path)]
    _check_numbers(found)
    return tuple(found)


def read_file(path: Path) -> list[Case]:
    """Read the cases of one file in order. Raises BadCase if the file is malformed."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as bad:
        raise BadCase(f"{path.name}: {bad}") from None
    return [_case(path.name, place, row) for place, row in enumerate(table.get("case", []), 1)]


def _case(file: str, place: int, row: Mapping[str, Json]) -> Case:
    fields = {"number": str, "section": str, "title": str, "given": dict, "expected": dict}
    where = f"{file}: case {row.get('number', place)}"
    for name, kind in fields.items():
        if not isinstance(row.get(name), kind) or not row[name]:
            raise BadCase(f"{where}: {name} is missing or not a {kind.__name__}")
    unknown = set(row) - set(fields)
    if unknown:
        raise BadCase(f"{where}: unknown {', '.join(sorted(unknown))}")
    return Case(row["number"], row["section"], row["title"], row["given"], row["expected"])


def _check_numbers(cases: Iterable[Case]) -> None:
    seen: set[str] = set()
    for case in cases:
        if case.number in seen:
            raise BadCase(f"two cases have the number {case.number}")
        seen.add(case.number)


def failures(case: Case, run: Runner) -> list[str]:
    """Return a line for each expected part of the answer that is missing or differs. The list is empty if
    the case passes.
    """
    try:
        answer = run(case.given)
    except Exception as broken:  # a runner that crashes fails its case, not the whole suite
        return [f"{type(broken).__name__}: {broken}"]
    return list(_differences(case.expected, answer, ""))


def _differences(expected: Json, found: Json, path: str) -> Iterator[str]:
    """Yield a line for each difference between the expected and the found answer. Objects are compared key by
    key, ignoring keys that the case does not mention. All other values must match exactly, and an empty
    object matches only an empty object.
    """
    if expected and isinstance(expected, Mapping) and isinstance(found, Mapping):
        for key, value in expected.items():
            if key not in found:
                yield f"{path}{key}: expected {value!r}, found nothing"
            else:
                yield from _differences(value, found[key], f"{path}{key}.")
    elif _plain(expected) != _plain(found):
        yield f"{path.rstrip('.') or 'answer'}: expected {expected!r}, found {found!r}"


def _plain(value: Json) -> Json:
    return list(value) if isinstance(value, tuple) else value
