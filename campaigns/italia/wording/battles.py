"""Texts for battles fought elsewhere, with one sentence for each line of the conversion from counters to
elements (docs/bridge.md).
"""

from __future__ import annotations

from collections import Counter

from django.utils.translation import gettext as _

from campaigns.bridge import pursuit_words
from campaigns.italia.wording.names import Names, capital, nation, units
from engine.game import Facts


def line(row: Facts, names: Names) -> str:
    """Describe a line of the bridge's calculation. Return "" for a line without a text."""
    return {
        "scale": _scale,
        "unit": _unit,
        "general": _general,
        "ground": _ground,
        "chances": _chances,
    }.get(row["code"], _nothing)(row, names)


def report_lines(report: Facts, opening: Facts, names: Names) -> list[str]:
    """Describe how lost elements became lost units, in one sentence for each side. Return an empty list if
    the units were entered by hand.
    """
    found = []
    for side in ("attacker", "defender"):
        facts = report.get("facts", {}).get(side)
        if facts is None:
            continue
        force, losses = opening[side], report.get("losses", {})
        text = _("%(side)s: %(fallen)s of %(elements)s elements fell; units lost: %(lost)s of %(units)s.") % {
            "side": _side(side),
            "fallen": facts["fallen"],
            "elements": facts["elements"],
            "lost": sum(losses.get(unit["id"], 0) for unit in force["units"]),
            "units": sum(unit["sp"] for unit in force["units"]),
        }
        if facts.get("pursued"):
            text += " " + pursuit_words.pursuit_sentence(facts)
        if facts.get("general_lost") and force["facts"]["commander"]:
            leader = names.leader(force["facts"]["commander"])
            text += " " + _("The general's element fell: %(leader)s is dead.") % {"leader": leader}
        found.append(text)
    return found


def ground(facts: Facts, names: Names) -> list[tuple[str, str]]:
    """Describe the place of a battle and its terrain, as pairs (label, text)."""
    kind = {"highland": _("highland"), "marsh": _("marsh")}.get(str(facts.get("ground")), _("open ground"))
    found = [
        (_("Area"), names.place(str(facts["area"]))),
        (_("Ground"), f"{kind}, {_('city')}" if facts.get("city") else kind),
    ]
    if facts.get("seaborne"):
        found.append((_("By sea or across a strait"), names.force(facts["seaborne"])))
    return found


def unit(row: Facts) -> str:
    """Return the owner, the number and the type of the units in a line of the calculation."""
    return f"{capital(nation(row['power']))}, {units(row['kind'], row['sp'])}"


def _nothing(row: Facts, names: Names) -> str:
    return ""


def _scale(row: Facts, names: Names) -> str:
    return (
        _(
            "A unit counts as one strength point (SP). Elements to units, the same for both sides: "
            "%(elements)s to %(counters)s."
        )
        % row
    )


def _unit(row: Facts, names: Names) -> str:
    counted: Counter[str] = Counter(row["codes"])
    return _("%(nation)s: %(units)s become %(elements)s.") % {
        "nation": capital(nation(row["nation"])),
        "units": units(row["unit"], row["number"]),
        "elements": ", ".join(f"{number}×{code}" for code, number in counted.items()) or "–",
    }


def _general(row: Facts, names: Names) -> str:
    leader = names.leader(row["leader"]) if row["leader"] else _("an unnamed officer")
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
    said = {who: f"{percent}%" for who, percent in row["wins"].items()}
    return (
        _("By the campaign's own dice: attacker %(attacker)s, defender %(defender)s, nobody %(nobody)s.")
        % said
    )
