"""Read and write the form's fields for the position and size of each piece."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from battles.dba.rules.field import propose
from battles.dba.rules.field.shapes import BOARD, EDGES, STATIONS, Drawing, DrawnPiece
from battles.dba.rules.table.terrain import KINDS, LINEAR, Kind
from battles.dba.wording import table_texts as texts
from games.wording.numbers import whole

AREA: Final = ("x", "y", "length", "width", "turn")
LINE: Final = ("edge", "width")


def read(told: Any, rows: int, seed: str, home: str) -> Drawing:
    """Read a form's pieces row by row. Place a piece where there is room if it is new or its kind has
    changed.
    """
    asked = {n: told.get(f"kind-{n}", "") for n in range(rows)}
    kinds: dict[int, Kind] = {n: kind for n, kind in asked.items() if kind in KINDS}
    stand = {n: _numbers(told, n, kind) for n, kind in kinds.items() if told.get(f"was-{n}") == kind}
    if not stand:
        return propose.lay_pieces(tuple(kinds.values()), home, seed)
    for n, kind in kinds.items():
        if n not in stand:
            stand[n] = propose.add_piece(kind, tuple(stand.values()), seed, home)
    return tuple(stand[n] for n in sorted(stand))


def _numbers(told: Any, n: int, kind: Kind) -> DrawnPiece:
    def number(name: str, low: int, high: int, otherwise: int) -> int:
        value = whole(told.get(f"{name}-{n}", ""))
        return otherwise if value is None else min(max(value, low), high)

    if kind in LINEAR:
        course = tuple(number(f"d{at}", 0, BOARD, 200) for at in range(len(STATIONS)))
        return DrawnPiece(
            kind, width=number("width", 0, BOARD, 20), edge=number("edge", 1, 4, 1), course=course
        )
    middle = (number("x", 0, BOARD, BOARD // 2), number("y", 0, BOARD, BOARD // 2))
    turn = (whole(told.get(f"turn-{n}", "")) or 0) % 360
    return DrawnPiece(kind, *middle, number("length", 1, BOARD, 100), number("width", 1, BOARD, 80), turn)


def row(number: int, drawing: Sequence[DrawnPiece]) -> dict[str, Any]:
    """Return the fields of a form row: each number of the row's piece, with its label and limits."""
    one = drawing[number] if number < len(drawing) else None
    found: dict[str, Any] = {"number": number, "label": number + 1, "kind": one.kind if one else ""}
    if one is None:
        return found
    names = LINE[1:] if one.linear else AREA
    fields = [(name, f"{name}-{number}", _label(name, one), getattr(one, name)) for name in names]
    found |= {"name": texts.PIECES[one.kind], "linear": one.linear}
    if one.linear:
        found["edges"] = [(edge, texts.EDGES[edge], edge == one.edge) for edge in EDGES]
        offs = zip(STATIONS, one.course, strict=True)
        fields += [
            (f"d{at}", f"d{at}-{number}", texts.OFF_AT % {"cm": station // 10}, off)
            for at, (station, off) in enumerate(offs)
        ]
    found["fields"] = fields
    return found


def _label(name: str, one: DrawnPiece) -> Any:
    return texts.MEASURES["beach" if one.kind == "waterway" else name]
