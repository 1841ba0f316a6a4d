"""Spreadsheet tables of a game's chronicle and dice, as one reader may know them."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from io import StringIO

from django.utils.formats import get_format
from django.utils.translation import gettext as _

from games import pages, services

BOM = "\ufeff"  # tells spreadsheets that the file is UTF-8
FORMULA = (
    "=",
    "+",
    "-",
    "@",
    "＝",
    "＋",
    "－",
    "＠",
)  # full-width signs too, because some spreadsheets evaluate them
CONTROL = ("\t", "\r", "\n")
PART = 200  # how many entries are loaded at a time


def csv_of(rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Format rows as CSV for the reader's locale: if decimals have commas, semicolons separate cells. A text
    that a spreadsheet would evaluate as a formula (a name may be ``=1+1``) gets a leading apostrophe.
    """
    buffer, comma = StringIO(), get_format("DECIMAL_SEPARATOR") == ","
    writer = csv.writer(buffer, delimiter=";" if comma else ",")
    yield BOM
    for row in rows:
        writer.writerow([_comma_cell(cell) if comma else _defuse_cell(cell) for cell in row])
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()


def _comma_cell(cell: object) -> object:
    """Write a decimal with a comma; treat any other cell like :func:`_defuse_cell`."""
    return str(cell).replace(".", ",") if isinstance(cell, float | Decimal) else _defuse_cell(cell)


def _defuse_cell(cell: object) -> object:
    """Prefix a cell that looks like a formula with an apostrophe. Leading blanks are ignored, as some
    spreadsheets ignore them.
    """
    if not isinstance(cell, str):
        return cell
    return f"'{cell}" if cell.startswith(CONTROL) or cell.lstrip().startswith(FORMULA) else cell


def chronicle(at: pages.Scene) -> Iterator[Sequence[object]]:
    """Yield the chronicle as rows, oldest first, one per sentence."""
    yield [_("Move number"), _("Turn"), _("Time (UTC)"), _("Who"), _("What happened"), _("Undone")]
    after = -1
    while after < at.table.seq:
        lines = services.chronicle(
            at.table, at.eyes, PART, before_seq=min(after + PART, at.table.seq) + 1, after_seq=after
        )[::-1]
        for line, told in zip(lines, pages.describe_entries(at, lines), strict=True):
            when = line.created_at.strftime("%Y-%m-%d %H:%M:%S") if line.created_at else ""
            who = told.place.name if told.place else ""
            turn = "" if line.turn is None else line.turn
            for sentence in told.lines or ("",):
                yield [line.seq, turn, when, who, str(sentence), _("yes") if line.undone else ""]
        after += PART
