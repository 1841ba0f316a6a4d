"""A game's chronicle as CSV rows, limited to what one reader may know."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from io import StringIO

from django.utils.formats import get_format
from django.utils.translation import gettext as _

from games import pages, services

BOM = "\ufeff"  # tells spreadsheets that the file is UTF-8
# some spreadsheets evaluate full-width signs too
FORMULA = (
    "=",
    "+",
    "-",
    "@",
    "＝",
    "＋",
    "－",
    "＠",
)
CONTROL = ("\t", "\r", "\n")
PART = 200  # number of entries to load at a time


def csv_of(rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Format rows as CSV for the reader's locale. Where decimals have commas, semicolons separate the cells.
    A text that a spreadsheet would evaluate as a formula gets a leading apostrophe, because a player may
    choose ``=1+1`` as a name.
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
    """Format a decimal number with a comma, and any other cell as :func:`_defuse_cell` does."""
    return str(cell).replace(".", ",") if isinstance(cell, float | Decimal) else _defuse_cell(cell)


def _defuse_cell(cell: object) -> object:
    """Prefix a cell that looks like a formula with an apostrophe. Leading blanks do not matter, because some
    spreadsheets ignore them.
    """
    if not isinstance(cell, str):
        return cell
    return f"'{cell}" if cell.startswith(CONTROL) or cell.lstrip().startswith(FORMULA) else cell


def chronicle(at: pages.Scene) -> Iterator[Sequence[object]]:
    """Yield the chronicle's rows, with one sentence in each row: first the header row, then the entries,
    oldest first.
    """
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
