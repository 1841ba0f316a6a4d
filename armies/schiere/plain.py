"""A roster as plain text, as players write it in an e-mail: "4 x Legionaries", "Chief: astute".

Reading is lenient. It accepts bullets, numbered lines, totals, several units on one line, and columns of
a spreadsheet. It accepts "4x", upper or lower case, names in either language, and ids. Anything not
understood is reported with its line and column.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, field
from typing import cast

from armies.schiere.catalogue import CHIEFS, WINGS, Chief, Kind, Wing, army_lists
from armies.schiere.documents import MOST_BYTES, MOST_NAME, MOST_UNITS
from armies.schiere.roster import Roster
from engine.refusals import BadDocument, Mistake
from engine.typed_lines import begin, clean, is_header, total_of

MOST_LINES = 80
_KEYS = {
    "army": "army", "esercito": "army", "name": "name", "nome": "name", "points": "points", "punti": "points",
    "chief": "chief", "comandante": "chief", "wings": "wings", "ali": "wings", "orders": "orders",
    "ordini": "orders", "actions": "actions", "azioni": "actions",
}  # fmt: skip
_COMMANDERS = {
    "solido": "solid", "astuto": "astute", "intraprendente": "enterprising", "risoluto": "resolute",
    "impetuoso": "impetuous", "energico": "energetic",
}  # fmt: skip
_SETTING = re.compile(
    rf"(?P<key>{'|'.join(sorted(_KEYS, key=len, reverse=True))})\s*[:;=|]\s*(?P<value>.*?)[\s;|,]*$",
    re.IGNORECASE,
)
_UNITS = re.compile(
    r"(?:(?P<n>\d{1,4})\s*[x*]?\s+|(?P<m>\d{1,4})[x*])(?P<what>[^\d,;|].*)"
    r"|(?P<that>[^\d,;|].*?)\s*(?:[x*:=]\s*|\s)(?P<k>\d{1,4})"
)
_NEXT = re.compile(r"\s*(?:[,;+|]|\b(?:and|e|ed)\s+(?=\d))\s*")


def write(roster: Roster, italian: bool = False) -> str:
    """Write a roster as text that ``read`` understands."""
    own = army_lists()[roster.list_id].kinds
    lines = [f"Army: {roster.list_id}"]
    lines += [f"Name: {roster.name}"] if roster.name else []
    lines += [f"Points: {roster.points}", f"Chief: {roster.chief}"]
    lines += [f"Wings: {', '.join(roster.wings)}"] if roster.wings else []
    for kind, count in roster.units.items():
        named = own.get(kind)
        lines.append(f"{count} x {(named.name_it if italian else named.name) if named else kind}")
    lines += [f"Orders: {roster.orders}"] if roster.orders else []
    lines += [f"Actions: {roster.actions}"] if roster.actions else []
    return "\n".join(lines) + "\n"


@dataclass
class _Read:
    """The parts of the text that were understood so far, and its mistakes."""

    list_id: str
    found: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    wings: list[Wing] = field(default_factory=list)
    units: dict[str, int] = field(default_factory=dict)
    mistakes: list[Mistake] = field(default_factory=list)

    def wrong(self, line: int, at: int, code: str, **facts: object) -> None:
        self.mistakes.append(Mistake(f"line {line}", code, {"column": at + 1, **facts}))


def read(text: str, list_id: str = "") -> Roster:
    """Read a roster from text. Raises BadDocument with every line that is not understood."""
    if len(text) > MOST_BYTES:
        raise BadDocument([Mistake("$", "too_long", {"high": MOST_BYTES})])
    written = text.splitlines()
    if len(written) > MOST_LINES:
        raise BadDocument([Mistake("$", "too_many_lines", {"limit": MOST_LINES})])
    lines, numbered = [], 1
    for number, one in enumerate(written, 1):
        line = clean(one)
        start, numbered = begin(line, numbered)
        if line[start:].strip(" ;,|") and not is_header(line[start:]):
            lines.append((number, line, start))
    told = _Read(list_id if list_id in army_lists() else "")
    said: set[str] = set()
    for number, line, start in lines:
        if setting := _SETTING.match(line, start):
            key = _KEYS[setting["key"].lower()]
            if key in said:
                told.wrong(number, setting.start("key"), "said_twice", text=setting["key"])
            said.add(key)
            _setting(told, f"line {number}", key, setting["value"].strip(' |"'))
    if not told.list_id:
        raise BadDocument([*told.mistakes, Mistake("$", "no_list", {"expected": list(army_lists())})])
    for number, line, start in lines:
        if not _SETTING.match(line, start):
            _units(told, number, line, start)
    if told.mistakes:
        raise BadDocument(told.mistakes)
    return _roster(told)


def _setting(told: _Read, path: str, key: str, value: str) -> None:
    if key == "army":
        names = {name.lower(): a.id for a in army_lists().values() for name in (a.id, a.name, a.name_it)}
        told.list_id = names.get(value.lower(), "")
        if not told.list_id:
            told.mistakes.append(Mistake(path, "unknown_list", {"text": value, "near": list(army_lists())}))
    elif key == "name":
        if len(value) > MOST_NAME:
            told.mistakes.append(Mistake(path, "too_long", {"high": MOST_NAME}))
        told.found["name"] = value[:MOST_NAME]
    elif key in ("points", "orders", "actions"):
        if value.isascii() and value.isdigit() and len(value) <= 4:
            told.numbers[key] = int(value)
        else:
            told.mistakes.append(Mistake(path, "not_a_number", {"low": 0, "high": 9999}))
    else:
        _commanders(told, path, key, value)


def _commanders(told: _Read, path: str, key: str, value: str) -> None:
    allowed: tuple[str, ...] = CHIEFS if key == "chief" else WINGS
    for word in filter(None, (part.strip().lower() for part in value.split(","))):
        kind = _COMMANDERS.get(word, word)
        if kind not in allowed:
            told.mistakes.append(Mistake(path, "not_one_of", {"value": word[:80], "expected": list(allowed)}))
        elif key == "chief":
            if "chief" in told.found:
                told.mistakes.append(Mistake(path, "said_twice", {"text": word[:80]}))
            told.found["chief"] = kind
        else:
            told.wings.append(cast(Wing, kind))


def _units(told: _Read, number: int, line: str, start: int) -> None:
    """Read the units on a line, kind by kind. A total at the end of the line must be right."""
    total = total_of(line, start)
    end = total[2] if total else len(line.rstrip())
    table = re.compile(
        r"\s*(?:\"?(?P<n>\d{1,4})\"?\s*[;|,]\s*\"?(?P<what>[^\d;|,]+?)|\"?(?P<that>[^\d;|,]+?)\"?\s*[;|,]\s*\"?(?P<k>\d{1,4}))\"?"
        r"\s*(?:[;|,]\s*(?P<note>[^\d;|,]*))?[\s;|,]*"
    ).fullmatch(line, start, end)
    if table:
        _add(told, number, start, int(table["n"] or table["k"]), (table["what"] or table["that"]).strip())
    elif line[start:end].strip(" .,;|"):
        at = start
        while at < end:
            mark = _NEXT.search(line, at, end)
            to = mark.start() if mark else end
            part = line[at:to].strip(" .|")
            if part:
                match = _UNITS.fullmatch(part)
                if match is None:
                    told.wrong(number, at, "not_understood", text=part[:80])
                else:
                    word = (match["what"] or match["that"]).strip()
                    _add(told, number, at, int(match["n"] or match["m"] or match["k"]), word)
            at = mark.end() if mark else end
    if total and not told.mistakes and total[0] != sum(told.units.values()):
        told.wrong(number, total[1], "wrong_total", said=total[0], read=sum(told.units.values()))


def _add(told: _Read, number: int, at: int, count: int, word: str) -> None:
    kind = _find_kind(told.list_id, word)
    if kind is None:
        names = [one.name for one in army_lists()[told.list_id].kinds.values()]
        near = difflib.get_close_matches(word, names, 1, 0.5)
        told.wrong(number, at, "unknown_kind", value=word[:80], near=near)
    elif told.units.get(kind.id, 0) + count > MOST_UNITS:
        told.wrong(number, at, "not_a_number", low=0, high=MOST_UNITS)
    elif count:
        told.units[kind.id] = told.units.get(kind.id, 0) + count


def _find_kind(list_id: str, word: str) -> Kind | None:
    low = word.lower()
    kinds = army_lists()[list_id].kinds.values()
    return next((k for k in kinds if low in (k.id, k.name.lower(), k.name_it.lower())), None)


def _roster(told: _Read) -> Roster:
    usual = Roster(told.list_id)
    order = army_lists()[told.list_id].kinds
    return Roster(
        told.list_id,
        told.numbers.get("points", usual.points),
        {kind: told.units[kind] for kind in order if kind in told.units},
        cast(Chief, told.found.get("chief", usual.chief)),
        tuple(told.wings),
        told.numbers.get("orders", 0),
        told.numbers.get("actions", 0),
        told.found.get("name", ""),
    )
