"""A roster as plain text, as players write it in a mail: "4 x Legionaries", "Chief: astute".

Reading forgives: bullets, "4x", any case, the names of either language or the ids. What it cannot understand
it names with the line number.
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
_LINE = re.compile(r"^(?P<n>\d{1,3})\s*[x×*]?\s+(?P<what>.+)$|^(?P<m>\d{1,3})[x×*](?P<that>.+)$")


def write(roster: Roster, italian: bool = False) -> str:
    """The roster as text that ``read`` understands."""
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
    """What was understood so far, and what was not."""

    list_id: str
    found: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    wings: list[Wing] = field(default_factory=list)
    units: dict[str, int] = field(default_factory=dict)
    mistakes: list[Mistake] = field(default_factory=list)


def read(text: str, list_id: str = "") -> Roster:
    """The roster of a text. Raises BadDocument with every line that is not understood."""
    if len(text) > MOST_BYTES:
        raise BadDocument([Mistake("$", "too_long", {"high": MOST_BYTES})])
    lines = [(i, clean) for i, line in enumerate(text.splitlines(), 1) if (clean := _clean(line))]
    if len(lines) > MOST_LINES:
        raise BadDocument([Mistake("$", "too_many_lines", {"limit": MOST_LINES})])
    told = _Read(list_id if list_id in army_lists() else "")
    for number, line in lines:
        key, colon, value = line.partition(":")
        if colon and key.strip().lower() in _KEYS:
            _setting(told, f"line {number}", _KEYS[key.strip().lower()], value.strip())
    if not told.list_id:
        raise BadDocument([*told.mistakes, Mistake("$", "no_list", {"expected": list(army_lists())})])
    for number, line in lines:
        if line.partition(":")[0].strip().lower() not in _KEYS:
            _units(told, f"line {number}", line)
    if told.mistakes:
        raise BadDocument(told.mistakes)
    return _roster(told)


def _clean(line: str) -> str:
    return line.partition("#")[0].strip().lstrip("-•*").strip()


def _setting(told: _Read, path: str, key: str, value: str) -> None:
    if key == "army":
        names = {name.lower(): a.id for a in army_lists().values() for name in (a.id, a.name, a.name_it)}
        told.list_id = names.get(value.lower(), "")
        if not told.list_id:
            told.mistakes.append(Mistake(path, "unknown_list", {"text": value, "near": list(army_lists())}))
    elif key == "name":
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
            told.found["chief"] = kind
        else:
            told.wings.append(cast(Wing, kind))


def _units(told: _Read, path: str, line: str) -> None:
    match = _LINE.match(line)
    if match is None:
        told.mistakes.append(Mistake(path, "not_understood", {"text": line[:80]}))
        return
    count, word = int(match["n"] or match["m"]), (match["what"] or match["that"]).strip()
    kind = _kind(told.list_id, word)
    if kind is None:
        names = [one.name for one in army_lists()[told.list_id].kinds.values()]
        near = difflib.get_close_matches(word, names, 1, 0.5)
        told.mistakes.append(Mistake(path, "unknown_kind", {"value": word[:80], "near": near}))
    elif count > MOST_UNITS:
        told.mistakes.append(Mistake(path, "not_a_number", {"low": 0, "high": MOST_UNITS}))
    elif count:
        told.units[kind.id] = told.units.get(kind.id, 0) + count


def _kind(list_id: str, word: str) -> Kind | None:
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
