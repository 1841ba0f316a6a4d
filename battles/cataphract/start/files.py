"""Files that players upload: whole armies, or the chart, counters and leaders from their own copy of the
game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _

from accounts.naming.lines import one_line
from armies.uploads import text_of
from battles.cataphract.rules.own_data import counters, leaders, rows
from battles.cataphract.rules.own_data.chart import plain
from battles.cataphract.rules.own_data.overlay import PARTS, OwnData, merge_files, read_own, read_own_table
from battles.cataphract.rules.sheet.armies.lines import read_lines
from battles.cataphract.rules.sheet.armies.reading import read_roster
from engine import documents
from engine.game import BadScenario, Facts, Mistake

MOST_BYTES: Final = 200_000  # maximum size of an uploaded file
LONGEST_NAME: Final = 120


def read(upload: UploadedFile[Any]) -> OwnData | Facts:
    """Read an uploaded file: whole armies as a scenario, or a player's own chart, counters or leaders.
    Raises BadDocument if the file cannot be read.
    """
    if (upload.size or 0) > MOST_BYTES:
        raise BadScenario([Mistake("$", "too_big", {"most": MOST_BYTES // 1000})])
    sent = upload.read()
    text = text_of(sent, MOST_BYTES)
    if not text.lstrip().startswith("{"):
        if rows.kind_of(text):
            return read_own_table(rows.read_table(text))
        title = one_line(str(upload.name or "").rsplit(".", 1)[0])[:LONGEST_NAME]
        return read_lines(text, title or _("Own armies"))
    found = _document(sent)
    if found.keys() & set(PARTS) and "sides" not in found:
        return read_own(found)
    read_roster(found)
    return found


def read_parts(uploads: Sequence[UploadedFile[Any]]) -> OwnData | None:
    """Read a player's own chart, counters and leaders from several files. Return None if there are no files.
    Raises BadDocument if a file cannot be read.
    """
    parts = [read(one) for one in uploads]
    if not all(isinstance(one, OwnData) for one in parts):
        raise BadScenario([Mistake("$", "no_armies_here")])
    return merge_files([one for one in parts if isinstance(one, OwnData)]) if parts else None


def read_kept(text: str) -> OwnData:
    """Read a player's own chart, counters and leaders, which a page sends back as text. Raises BadDocument
    for invalid text.
    """
    return read_own(_document(text.encode()))


def _document(sent: bytes) -> Facts:
    try:
        found = documents.read(sent, MOST_BYTES)
    except documents.NoDocument as bad:
        where = f"line {bad.line or 1}, column {bad.column or 1}"
        raise BadScenario([Mistake(where, "not_json")]) from None
    if not isinstance(found, dict):
        raise BadScenario([Mistake("$", "not_an_object")])
    return found


def write(battle: str, part: str) -> str:
    """Write the site's chart, or its counters or leaders for a battle, as a table that players can edit."""
    if part == "counters":
        return rows.write_table(rows.COUNTERS, counters.rows_of(battle))
    if part == "leaders":
        return rows.write_table(rows.LEADERS, leaders.rows_of(battle))
    strengths = plain()
    listed = [{"weapon": weapon, **_by_distance(values)} for weapon, values in strengths.items()]
    return rows.write_table(rows.CHART, listed)


def _by_distance(values: list[int]) -> dict[str, int]:
    return {str(n): value for n, value in enumerate(values, 1)}
