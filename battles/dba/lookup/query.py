"""Convert situations to and from query strings: ``?mode=close&a=Kn&b=Sp&a.general=1&die_a=4&die_b=2``."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from battles.dba.rules.situation import SIDES, Contender, Situation, contender
from games.wording.numbers import whole

_KINDS: dict[str, type] = {
    f.name: int if f.name == "depth_mm" else type(f.default)
    for f in dataclasses.fields(Contender)
    if f.default is not dataclasses.MISSING
}
PASSED_BY = frozenset({"lang", "format"})  # page parameters that are not facts of the situation


def facts(query: Mapping[str, str]) -> dict[str, Any]:
    """Read a question from a query string. Unknown names and values are kept, so that they can be refused
    with a message.
    """
    found: dict[str, Any] = {}
    for name, text in query.items():
        if name in SIDES:
            found.setdefault(name, {})["type"] = text
        elif name[:2] in ("a.", "b."):
            if text != "":
                found.setdefault(name[0], {})[name[2:]] = _value(name[2:], text)
        elif name == "answered":
            found[name] = text not in ("", "0")
        elif name not in PASSED_BY and not name.startswith("die_"):
            found[name] = text
    if query.get("die_a") and query.get("die_b"):
        found["dice"] = [_number(query["die_a"]), _number(query["die_b"])]
    return found


def _value(name: str, text: str) -> Any:
    kind = _KINDS.get(name, str)
    if kind is bool:
        return text != "0"
    return _number(text) if kind is int else text


def _number(text: str) -> Any:
    number = whole(text, -99_999, 99_999)
    return text if number is None else number


def params(s: Situation) -> dict[str, str]:
    """Return the facts of a situation that differ from their defaults, as URL parameters."""
    found = {"mode": s.mode, "a": s.a.type, "b": s.b.type}
    if s.answered:
        found["answered"] = "1"
    for side in SIDES:
        c = contender(s, side)
        for f in dataclasses.fields(Contender):
            value = getattr(c, f.name)
            home = f.name == "post" and c.type in ("Denizens", "Followers")
            if f.name != "type" and value != f.default and not home:
                found[f"{side}.{f.name}"] = "1" if value is True else str(value)
    return found


def address(path: str, values: Mapping[str, str]) -> str:
    """Return a URL with these query values."""
    return f"{path}?{urlencode(values)}" if values else path
