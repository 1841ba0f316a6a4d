"""The data and files of the offline page. One JSON document holds the rules' tables and the texts in both
languages.
"""

from __future__ import annotations

import dataclasses
from functools import cache
from typing import Any

from battles.dba.rules import situation as words
from battles.dba.rules.recoil import MEETING, UNPUSHABLE
from battles.dba.rules.sections import SECTIONS
from battles.dba.rules.situation import Contender
from battles.dba.rules.support import REAR
from battles.dba.rules.tables import load
from battles.dba.rules.troops import CODE_DEPTHS, TROOPS, TYPES
from battles.dba.wording.cached_texts import texts
from battles.dba.wording.combat import url_of


@cache
def data() -> dict[str, Any]:
    """Return the rules' tables, sections and texts. Treat the result as read-only."""
    return {
        "rules": rules(),
        "sections": {
            s.id: {"it": s.it, "en": s.en, "page": s.page, "url": url_of(s.id)} for s in SECTIONS.values()
        },
        "texts": {language: texts(language) for language in ("en", "it")},
    }


def rules() -> dict[str, Any]:
    """Return the rules' tables in the shape that static/lookup/dba.js reads."""
    modifiers, outcomes = load("modifiers"), load("outcomes")
    return {
        "troops": {name: _troop(name) for name in TYPES},
        "code_depths": CODE_DEPTHS,
        "support": {"rear_values": _nest_table(REAR), "psiloi": modifiers["support"]["psiloi"]},
        "tactical": modifiers["tactical"],
        "mm_per_100p": modifiers["scale_mm_per_100p"],
        "outcomes": {table: outcomes[table] for table in ("equal", "lower", "half")},
        "meeting": {"deeds": _nest_table(MEETING), "unpushable": sorted(UNPUSHABLE)},
        "words": {
            name: list(getattr(words, f"{name.upper()}S"))
            for name in ("going", "post", "room", "obstacle", "flight", "pursuit")
        },
        "defaults": {
            f.name: f.default for f in dataclasses.fields(Contender) if f.default is not dataclasses.MISSING
        },
    }


def _troop(name: str) -> dict[str, Any]:
    troop = dataclasses.asdict(TROOPS[name])
    troop["mounted_class"] = troop.pop("is_mounted")
    return troop


def _nest_table(table: dict[tuple[str, str], Any]) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for (first, second), value in table.items():
        found.setdefault(first, {})[second] = value
    return found
