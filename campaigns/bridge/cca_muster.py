"""Texts about converting a campaign's forces to armies of Commands & Colors: Ancients
(campaigns.bridge.cca_bridge).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from battles.cca.wording.names import unit as unit_name
from campaigns.bridge import pursuit_words
from engine.game import Facts

SIDES: Final = {"attacker": gettext_lazy("Attacker"), "defender": gettext_lazy("Defender")}
SEATS: Final = {
    "bottom": gettext_lazy("grey blocks, bottom edge"),
    "top": gettext_lazy("brown blocks, top edge"),
}
Name = Callable[[str], str]


def line(row: Facts, unit: Callable[[Facts], str], leader: Name) -> str | None:
    """Describe in the active language a line of the calculation by which forces became armies, or return None
    if it belongs to another bridge. ``unit`` and ``leader`` return the campaign's names.
    """
    if row["code"] == "cca_unit":
        return _unit(row, unit)
    if row["code"] == "cca_side":
        return _side(row, leader)
    told = _LINES.get(row["code"])
    return told(row) if told else None


def report_lines(report: Facts, opening: Facts, leader: Name) -> list[str] | None:
    """Describe how blocks lost on the board became a report's losses, one sentence for each side. Return
    None for a report of another bridge.
    """
    facts = report.get("facts") or {}
    sides = [side for side in SIDES if {"blocks", "lost_blocks"} & set(facts.get(side) or {})]
    return [_side_losses(side, facts[side], report, opening, leader) for side in sides] or None


def _side_losses(side: str, facts: Facts, report: Facts, opening: Facts, leader: Name) -> str:
    if "lost_blocks" in facts:
        fell = _("%(lost_blocks)s of %(of)s blocks were lost") % facts
    else:
        weak = ngettext("%(blocks)s block", "%(blocks)s blocks", facts["blocks"]) % facts
        fell = _("%(gone)s of %(units)s units were eliminated, and the others lost %(weak)s") % {
            **facts,
            "weak": weak,
        }
    units = opening[side]["units"]
    said = _("%(side)s: %(fell)s; of a strength of %(sp)s, %(lost)s.") % {
        "side": SIDES[side],
        "fell": fell,
        "sp": sum(unit["sp"] for unit in units),
        "lost": sum(report["losses"].get(unit["id"], 0) for unit in units),
    }
    for one in facts.get("leaders", ()):
        said += " " + _("%(leader)s fell on the board.") % {"leader": leader(one)}
    return f"{said} {pursuit_words.pursuit_sentence(facts)}".strip()


def _race(row: Facts) -> str:
    chances = _(
        "Of 100 such battles by the campaign's own dice the attacker would win %(attacker)s and the defender "
        "%(defender)s; %(tie)s would have no winner."
    )
    banners = _(
        "With these troops, hands and leaders the attacker needs %(attacker)s banners and the defender "
        "%(defender)s, so that both win about as often: the attacker %(here)s of 100 (our design, measured)."
    )
    said = {**row["goals"], "here": row["here"]}
    return f"{chances % row['wins']} {banners % said}"


def _side(row: Facts, leader: Name) -> str:
    text = _("%(side)s: %(points)s points of troops, %(hand)s cards in hand, %(seat)s.")
    said = text % {**row, "side": SIDES[row["side"]], "seat": SEATS[row["seat"]]}
    named = [leader(one) for one in row["leaders"]]
    if not named:
        return said + " " + _("No leader on the board.")
    if len(named) == 1:
        return said + " " + _("%(leader)s commands.") % {"leader": named[0]}
    return (
        said
        + " "
        + _("%(leader)s commands; also on the board: %(others)s.")
        % {
            "leader": named[0],
            "others": ", ".join(named[1:]),
        }
    )


def _unit(row: Facts, unit: Callable[[Facts], str]) -> str:
    troops = ", ".join(f"{number} × {unit_name(name)}" for name, number in row["troops"].items())
    text = _("%(unit)s, strength %(sp)s (%(quality)s): %(troops)s.")
    said = text % {
        "unit": unit(row),
        "sp": row["sp"],
        "quality": _quality(row["quality"]),
        "troops": troops or _("no unit of its own"),
    }
    return said[:1].upper() + said[1:]


def _quality(grade: str) -> str:
    return {
        "veteran": pgettext("soldiers", "veterans"),
        "regular": pgettext("soldiers", "regulars"),
        "warband": pgettext("soldiers", "warbands"),
        "poor": pgettext("soldiers", "poor troops"),
    }.get(grade, grade)


def _field(row: Facts) -> str:
    return str(_GROUNDS.get(row["ground"], _GROUNDS["open"]))


_GROUNDS: Final = {
    "open": gettext_lazy("Open ground: a plain with a few hills and woods, the same for both sides."),
    "highland": gettext_lazy("Highland: hills between the armies, the same for both sides."),
    "marsh": gettext_lazy("Marsh: shallow water on both wings, woods between the armies."),
    "strait": gettext_lazy("The attack goes over a strait: a ford across the whole middle row."),
    "shore": gettext_lazy("The attackers come from the sea: coast behind their wings."),
    "walls": gettext_lazy("City or fort: ramparts protect the middle of the defender's line."),
}


def _secrecy_note(row: Facts) -> str:
    return _("Both sides know these armies. Hands stay hidden, from observers and the game master too.")


def _return_note(row: Facts) -> str:
    text = _(
        "Back in the campaign: blocks of eliminated units cost %(eliminated)s%% of their strength, blocks "
        "that surviving units lost %(weakened)s%%; the rest rallies."
    )
    dead = {
        "killed": _("A leader who is killed on the board is dead."),
        "lost": _("A leader who is killed on the board stays with the army in the campaign."),
    }
    return f"{text % row} {dead[row['fate']]}"


_LINES: Final[dict[str, Callable[[Facts], str]]] = {
    "cca_race": _race,
    "cca_field": _field,
    "cca_hidden": _secrecy_note,
    "cca_back": _return_note,
}
