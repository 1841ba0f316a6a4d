"""Texts about converting a campaign's forces to armies of *Cataphract* (see bridge)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battles.cataphract.wording.names import counter
from campaigns.bridge import pursuit_words
from engine.game import Facts

SIDES: Final = {"attacker": gettext_lazy("Attacker"), "defender": gettext_lazy("Defender")}
WINGS: Final = {"attacker": gettext_lazy("from the west"), "defender": gettext_lazy("from the east")}
Name = Callable[[str], str]


def line(row: Facts, unit: Callable[[Facts], str], leader: Name) -> str | None:
    """Describe in the active language a line of the calculation by which forces became armies, or return None
    if it belongs to another bridge. ``unit`` and ``leader`` return the campaign's names.
    """
    if row["code"] == "cataphract_unit":
        return _unit(row, unit)
    if row["code"] == "cataphract_side":
        return _side(row, leader)
    told = _LINES.get(row["code"])
    return told(row) if told else None


def report_lines(report: Facts, opening: Facts, leader: Name) -> list[str] | None:
    """Describe how units lost on the field became a report's losses, one sentence for each side. Return None
    for a report of another bridge.
    """
    facts = report.get("facts") or {}
    sides = [side for side in SIDES if {"eliminated", "routed"} <= set(facts.get(side) or {})]
    return [_side_losses(side, facts[side], report, opening, leader) for side in sides] or None


def _side_losses(side: str, facts: Facts, report: Facts, opening: Facts, leader: Name) -> str:
    units = opening[side]["units"]
    text = _(
        "%(side)s: %(eliminated)s of %(units)s units were eliminated and %(routed)s more routed; of a "
        "strength of %(sp)s, %(lost)s is lost."
    )
    said = text % {
        **facts,
        "side": SIDES[side],
        "sp": sum(unit["sp"] for unit in units),
        "lost": sum(report["losses"].get(unit["id"], 0) for unit in units),
    }
    for one in facts.get("leaders", ()):
        said += " " + _("%(leader)s fell on the field.") % {"leader": leader(one)}
    return f"{said} {pursuit_words.pursuit_sentence(facts)}".strip()


def _side(row: Facts, leader: Name) -> str:
    text = _(
        "%(side)s, %(wing)s: %(points)s rout points of troops. The army withdraws when it has lost %(level)s."
    )
    said = [text % {**row, "side": SIDES[row["side"]], "wing": WINGS[row["side"]]}]
    if row["undisciplined"]:
        said.append(
            _("An army without discipline: two points of quality more until it loses heart, and wild Lines.")
        )
    return " ".join([*said, *_leaders(row, leader)])


def _leaders(row: Facts, leader: Name) -> list[str]:
    named = [
        (leader(one) if one else _("an officer"), ratings)
        for one, ratings in zip(row["leaders"], row["ratings"], strict=True)
    ]
    told = [
        _("%(leader)s (Initiative %(initiative)s)") % {"leader": name, **ratings} for name, ratings in named
    ]
    found = [_("Overall commander: %(leader)s.") % {"leader": told[0]}]
    if len(told) > 1:
        found.append(_("Subordinates: %(leaders)s.") % {"leaders": ", ".join(told[1:])})
    return found


def _unit(row: Facts, unit: Callable[[Facts], str]) -> str:
    said = _("%(unit)s, strength %(sp)s: %(troops)s.") % {
        "unit": unit(row),
        "sp": row["sp"],
        "troops": ", ".join(f"{many} × {counter(name)}" for name, many in _sorts(row).items())
        or _("no unit of its own"),
    }
    return said[:1].upper() + said[1:]


def _sorts(row: Facts) -> Counter[str]:
    """Count a campaign unit's counters by their name without its number."""
    found = Counter[str]()
    for name in row["counters"].values():
        kind, _space, number = name.rpartition(" ")
        found[kind if number.isdigit() else name] += 1
    return found


def _field(row: Facts) -> str:
    return (
        _(
            "The field is open ground of ours with the printed hexes, because no map is printed for this "
            "battle. The main lines begin in columns %(first)s (attacker) and %(second)s: foot in the "
            "middle, horse on the wings, light foot one column ahead."
        )
        % row
    )


def _race(row: Facts) -> str:
    chances = _(
        "Of 100 such battles by the campaign's own dice the attacker would win %(attacker)s and the defender "
        "%(defender)s; %(tie)s would have no winner."
    )
    levels = _(
        "So the attacker withdraws at %(attacker)s%% of the rout points, the defender at %(defender)s%%: "
        "walls, straits and everything else that the field does not show are in these levels (our design, "
        "measured)."
    )
    return f"{chances % row['wins']} {levels % row['levels']}"


def _return_note(row: Facts) -> str:
    text = _(
        "Back in the campaign: eliminated units cost %(eliminated)s%% of their strength, those in rout at "
        "the end %(routed)s%%; the rest rallies."
    )
    dead = {
        "killed": _("A leader who is killed on the field is dead."),
        "lost": _("A leader who is killed on the field stays with the army in the campaign."),
    }
    return f"{text % row} {dead[row['fate']]}"


_LINES: Final[dict[str, Callable[[Facts], str]]] = {
    "cataphract_field": _field,
    "cataphract_race": _race,
    "cataphract_back": _return_note,
}
