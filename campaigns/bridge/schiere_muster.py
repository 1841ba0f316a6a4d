"""Texts about converting a campaign's forces to armies of *Schiere* (campaigns.bridge.schiere_bridge)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battles.schiere.wording.names import side as box_name
from battles.schiere.wording.names import temper, troop
from campaigns.bridge import pursuit_words
from engine.game import Facts

SIDES: Final = {"attacker": gettext_lazy("Attacker"), "defender": gettext_lazy("Defender")}
Name = Callable[[str], str]


def line(row: Facts, unit: Callable[[Facts], str], leader: Name) -> str | None:
    """Describe in the active language a line of the calculation by which forces became armies, or return None
    if it belongs to another bridge. ``unit`` and ``leader`` return the campaign's names.
    """
    if row["code"] == "schiere_unit":
        return _unit(row, unit)
    if row["code"] == "schiere_command":
        return _command(row, leader)
    told = _LINES.get(row["code"], pursuit_words.line)
    return told(row)


def report_lines(report: Facts, opening: Facts) -> list[str] | None:
    """Describe how counters lost on the board became a report's losses, one sentence for each side. Return
    None for a report of another bridge.
    """
    facts = report.get("facts") or {}
    sides = [side for side in SIDES if "gone" in (facts.get(side) or {})]
    return [_side_losses(side, facts[side], report, opening) for side in sides] or None


def _side_losses(side: str, facts: Facts, report: Facts, opening: Facts) -> str:
    units = opening[side]["units"]
    text = _(
        "%(side)s: %(gone)s of %(units)s units were lost on the board; of a strength of %(sp)s, %(lost)s."
    )
    said = text % {
        "side": SIDES[side],
        "gone": facts["gone"],
        "units": facts["units"],
        "sp": sum(unit["sp"] for unit in units),
        "lost": sum(report["losses"].get(unit["id"], 0) for unit in units),
    }
    if facts.get("chief_lost"):
        said += " " + _("Its commander in chief fell.")
    return f"{said} {pursuit_words.pursuit_sentence(facts)}".strip()


def _points(row: Facts) -> str:
    chances = _(
        "Of 100 such battles by the campaign's own dice the attacker would win %(attacker)s and the defender "
        "%(defender)s; %(tie)s would have no winner."
    )
    armies = _(
        "On the board, armies of %(attacker)s points (attacker) and %(defender)s points (defender) do"
        " equally well: strength, leaders and ground are taken into account (our design, measured)."
    )
    return f"{chances % row['wins']} {armies % row['points']}"


def _side(row: Facts) -> str:
    text = _("%(side)s: %(points)s points, with the counters of %(box)s.")
    return text % {"side": SIDES[row["side"]], "points": row["points"], "box": box_name(row["box"])}


def _unit(row: Facts, unit: Callable[[Facts], str]) -> str:
    troops = ", ".join(f"{number} × {troop(name)}" for name, number in row["troops"].items())
    text = _("%(unit)s, strength %(sp)s: %(troops)s.")
    said = text % {"unit": unit(row), "sp": row["sp"], "troops": troops or _("no unit of its own")}
    return said[:1].upper() + said[1:]


def _command(row: Facts, leader: Name) -> str:
    head = leader(row["leader"]) if row["leader"] else _("an unnamed officer")
    text = _("%(side)s: %(leader)s commands (%(kind)s).")
    said = text % {"side": SIDES[row["side"]], "leader": head, "kind": temper(row["chief"])}
    if row["wings"]:
        named = ", ".join(f"{leader(who)} ({temper(kind)})" for kind, who in row["wings"])
        said += " " + _("Wing commanders: %(wings)s.") % {"wings": named}
    return said


def _ground(row: Facts) -> str:
    return str(_GROUNDS.get(row["ground"], _GROUNDS["open"]))


_GROUNDS: Final = {
    "open": gettext_lazy("Open ground: a plain with a height and woods."),
    "highland": gettext_lazy("Highland: five heights between the armies."),
    "marsh": gettext_lazy("Marsh: a stream across the middle, and woods."),
    "strait": gettext_lazy(
        "The attack goes over a strait: a river across the middle, with fords and bridges."
    ),
    "shore": gettext_lazy("The attackers come from the sea: a plain, and no water between the armies."),
    "walls": gettext_lazy("City or fort: four heights stand for its walls and suburbs."),
}


def _army_note(row: Facts) -> str:
    return _(
        "Both sides know these armies: the campaign has led them here, so nobody chooses one in secret. "
        "Orders and cards stay hidden as ever."
    )


def _return_note(row: Facts) -> str:
    text = _(
        "Back in the campaign: a unit that is eliminated costs %(eliminated)s%% of its strength, one that "
        "surrenders or is taken %(surrendered)s%%, one that is routed %(routed)s%%: the others rally."
    )
    said = str(text % row["fallen"])
    if "pursuit" in row:  # only battles opened before pursuit had its own line
        said += " " + pursuit_words.pursuit_rule(row["pursuit"])
    return said


_LINES: Final[dict[str, Callable[[Facts], str | None]]] = {
    "schiere_points": _points,
    "schiere_side": _side,
    "schiere_ground": _ground,
    "schiere_given": _army_note,
    "schiere_back": _return_note,
}
