"""Texts for a resolved combat: the lines of the calculation, the result for both sides, and the moves that
players make on the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battles.dba.rules.sections import section
from battles.dba.rules.troops import MOUNTED
from battles.dba.wording import phrases as dba_texts
from battles.dba.wording.names import element_name
from engine.game import Facts
from games.wording.numbers import format_signed


def reckoning_lines(lines: Sequence[Facts], foe_type: str) -> list[dict[str, Any]]:
    """Return the label, signed value and section of each line of a calculation."""
    found = []
    for line in lines:
        code = line["code"]
        if code == "factor":
            code = "factor_mounted" if foe_type in MOUNTED else "factor_foot"
        label = dba_texts.LINES.get(code, code)
        found.append(
            {"label": label, "value": format_signed(line["value"]), "rule": section_name(line["rule"])}
        )
    return found


def section_name(identity: str) -> str:
    """Return the heading of a rulebook section in the active language."""
    from django.utils.translation import get_language

    try:
        found = section(identity)
    except KeyError:
        return identity
    return str(found.it if (get_language() or "").startswith("it") else found.en)


def deeds(event: Facts, game: Facts) -> list[str]:
    """Return, in order, sentences for the moves that players must make after this combat."""
    return [deed(one, event, game) for one in event["consequences"]]


def deed(one: Facts, event: Facts, game: Facts) -> str:
    name = element_name(event["first"] if one["side"] == "a" else event["second"], game)
    place = one["cause"] if one["code"] == "occupy" else one["type"]
    for key in (f"{one['code']}.{one['who']}.{place}", f"{one['code']}.{one['who']}"):
        if key in dba_texts.DEEDS:
            return str(dba_texts.DEEDS[key]) % {
                "name": name,
                "troop": dba_texts.TROOPS.get(one["type"], one["type"]),
                "why": dba_texts.CAUSES.get(one["cause"], one["cause"]),
                "mm": one["mm"],
                "count": one["count"],
            }
    return f"{name}: {one['code']}"
