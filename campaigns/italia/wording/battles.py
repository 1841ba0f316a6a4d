"""Battles that are fought elsewhere: how counters became elements, a sentence a line (docs/bridge.md)."""

from __future__ import annotations

from collections import Counter

from django.utils.translation import gettext as _

from campaigns.italia.wording.names import Names, capital, nation, units
from engine.game import Facts


def line(row: Facts, names: Names) -> str:
    """A line of the bridge's reckoning; "" for one that has no words here."""
    return {
        "scale": _scale,
        "unit": _unit,
        "general": _general,
        "ground": _ground,
        "chances": _chances,
    }.get(row["code"], _nothing)(row, names)


def _nothing(row: Facts, names: Names) -> str:
    return ""


def _scale(row: Facts, names: Names) -> str:
    return _("Scale: %(elements)s elements for %(counters)s units, the same for both sides.") % row


def _unit(row: Facts, names: Names) -> str:
    counted: Counter[str] = Counter(row["codes"])
    return _("%(nation)s: %(units)s become %(elements)s.") % {
        "nation": capital(nation(row["nation"])),
        "units": units(row["unit"], row["number"]),
        "elements": ", ".join(f"{number}×{code}" for code, number in counted.items()) or "–",
    }


def _general(row: Facts, names: Names) -> str:
    leader = names.leader(row["leader"]) if row["leader"] else _("an officer of no name")
    text = _("%(side)s: %(leader)s commands with %(element)s.") % {
        "side": _side(row["side"]),
        "leader": leader,
        "element": row["element"],
    }
    if row["bonus"]:
        text += " " + _("Better led: +%(bonus)s on each PIP roll, up to 6.") % row
    return text


def _side(side: str) -> str:
    return _("Attacker") if side == "attacker" else _("Defender")


def _ground(row: Facts, names: Names) -> str:
    told = [
        {
            "highland": _("Highland: the defender's home is hilly."),
            "marsh": _("Marsh: the defender's home is wooded, with marshes."),
        }.get(row["ground"], _("Open ground: the defender's home counts."))
    ]
    if row["city"]:
        told.append(_("The city is a built-up area of the defender."))
    if row["seaborne"]:
        told.append(_("Attackers come by sea or across a strait."))
    return " ".join(told)


def _chances(row: Facts, names: Names) -> str:
    said = {who: f"{100 * chance:.0f}%" for who, chance in row["wins"].items()}
    return (
        _("By the campaign's own dice: attacker %(attacker)s, defender %(defender)s, nobody %(nobody)s.")
        % said
    )
