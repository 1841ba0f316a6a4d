"""Texts about converting strength points to elements (campaigns.bridge.justinian_dba)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaigns.justinian.wording.codes import word
from campaigns.justinian.wording.names import Names, italian
from engine.game import Facts
from games.wording.numbers import format_signed

SIDES: Final = {"attacker": gettext_lazy("Attacker"), "defender": gettext_lazy("Defender")}


def line(row: Facts, names: Names) -> str:
    """Describe in the active language a line of the calculation by which forces became armies."""
    text = _LINES[row["code"]](row, names)
    return text[:1].upper() + text[1:]  # a line may begin with a place, such as "the fort is ..."


def report_lines(report: Facts, opening: Facts) -> list[str]:
    """Describe how fallen elements became a report's losses, one sentence for each side. A report in
    strength points has no such sentences.
    """
    return [_side_losses(side, report, opening) for side in SIDES if (report.get("facts") or {}).get(side)]


def _side_losses(side: str, report: Facts, opening: Facts) -> str:
    facts = report["facts"][side]
    units = opening[side]["units"]
    hunted = facts.get("pursued")
    share = (
        _(
            "%(side)s: %(fallen)s of %(elements)s elements fell, and pursuit took %(pursued)s%% of the rest; "
            "the same share of %(sp)s SP, to the nearest whole number, is %(lost)s SP."
        )
        if hunted
        else _(
            "%(side)s: %(fallen)s of %(elements)s elements fell; the same share of %(sp)s SP, to the nearest "
            "whole number, is %(lost)s SP."
        )
    )
    text = share % {
        "pursued": hunted,
        "side": SIDES[side],
        "fallen": facts["fallen"],
        "elements": facts["elements"],
        "sp": sum(unit["sp"] for unit in units),
        "lost": sum(report["losses"].get(unit["id"], 0) for unit in units),
    }
    if facts.get("fled_the_table"):
        text += " " + ngettext(
            "%(fled)s more fled from the table and rallies.",
            "%(fled)s more fled from the table and rally.",
            facts["fled_the_table"],
        ) % {"fled": facts["fled_the_table"]}
    if facts.get("general_lost"):
        text += " " + _("Its general's element was lost.")
    return text


def _scale(row: Facts, names: Names) -> str:
    if row["elements"] == row["sp"]:
        return _("The larger side has %(larger)s SP: one SP (about 1,000 men) is one element.") % row
    if row["sp"] == 1:
        return _("The larger side has %(larger)s SP: each SP is %(elements)s elements, for both sides.") % row
    text = ngettext(
        "The larger side has %(larger)s SP: %(elements)s element stands for %(sp)s SP, on both sides.",
        "The larger side has %(larger)s SP: %(elements)s elements stand for %(sp)s SP, on both sides.",
        row["elements"],
    )
    return text % row


def _side(row: Facts, names: Names) -> str:
    text = ngettext(
        "%(side)s: %(sp)s SP, %(elements)s element.",
        "%(side)s: %(sp)s SP, %(elements)s elements.",
        row["elements"],
    )
    told = text % {**row, "side": SIDES[row["side"]]}
    if row.get("raised_to"):  # missing in battles opened before the minimum was introduced
        told += " " + _("No army has fewer: its elements stand for smaller bodies of men.")
    return told


def _steadiness(row: Facts, names: Names) -> str:
    why = ", ".join(f"{_SHAKEN[code]} {format_signed(value)}" for code, value in row["reasons"].items())
    text = ngettext(
        "%(side)s: its army breaks %(number)s lost element sooner (%(why)s), but never before the first.",
        "%(side)s: its army breaks %(number)s lost elements sooner (%(why)s), but never before the first.",
        -sum(row["reasons"].values()),
    )
    return text % {"side": SIDES[row["side"]], "number": -sum(row["reasons"].values()), "why": why}


_SHAKEN: Final = {
    "worse_led": gettext_lazy("worse led"),
    "water_behind": gettext_lazy("the water at its back"),
    "in_the_open": gettext_lazy("garrisons or stragglers without walls"),
}


def _unit(row: Facts, names: Names) -> str:
    counted: Counter[str] = Counter(row["codes"])
    told = ", ".join(f"{number}×{code}" for code, number in counted.items()) or _("no element of its own")
    facts = {"unit": names.unit(row["unit"]), "sp": row["sp"], "elements": told}
    if row["poor"]:
        return _("%(unit)s, %(sp)s SP, poorer troops: %(elements)s.") % facts
    return _("%(unit)s, %(sp)s SP: %(elements)s.") % facts


def _general(row: Facts, names: Names) -> str:
    leader = names.leader(row["leader"]) if row["leader"] else _("an unnamed officer")
    return _("%(side)s: %(leader)s commands, with %(element)s of %(unit)s.") % {
        "side": SIDES[row["side"]],
        "leader": leader,
        "element": row["element"],
        "unit": names.unit(row["unit"]),
    }


def _command(row: Facts, names: Names) -> str:
    """Name the better-led side. Only battles opened before the "leadership" code existed use this text."""
    return _("%(side)s is better led: +%(bonus)s on each PIP roll, up to 6.") % {
        "side": SIDES[row["side"]],
        "bonus": row["bonus"],
    }


def _leadership(row: Facts, names: Names) -> str:
    told = _modifiers(row["modifiers"]) or _("nothing")
    facts = {
        "side": SIDES[row["side"]],
        "modifiers": told,
        "sum": format_signed(sum(row["modifiers"].values())),
    }
    text = _("%(side)s, leadership: %(modifiers)s; together %(sum)s.") % facts
    if not row["bonus"]:
        return text
    return text + " " + _("Better led: +%(bonus)s on each PIP roll, up to 6.") % row


def _modifiers(drms: Facts) -> str:
    return ", ".join(f"{word(code)} {format_signed(value)}" for code, value in drms.items())


def _strait(row: Facts, names: Names) -> str:
    return _(
        "The attack crosses a strait: lay a river across the middle of the table, not paltry. The "
        "defender deploys behind it and may hold its bank (+1 in close combat)."
    )


def _landing(row: Facts, names: Names) -> str:
    text = ngettext(
        "The attacker is landing: their table edge is a waterway. %(aboard)s element waits aboard and"
        " comes ashore from their second bound on, up to four as a group for each PIP.",
        "The attacker is landing: their table edge is a waterway. %(aboard)s elements wait aboard and"
        " come ashore from their second bound on, up to four as a group for each PIP.",
        row["aboard"],
    )
    return text % row


def _table(row: Facts, names: Names) -> str:
    told = _("The campaign's own table would count: attacker %(attacker)s; defender %(defender)s.") % {
        side: _modifiers(row[f"{side}_drms"]) or _("nothing") for side in ("attacker", "defender")
    }
    if "wins" in row:
        told += (
            " "
            + _(
                "Of 100 such battles the attacker would win %(attacker)s and the defender %(defender)s; "
                "%(tie)s would be ties."
            )
            % (row["wins"])
        )
        told += (
            " "
            + _("On average the attacker would lose %(attacker)s%% of its SP, the defender %(defender)s%%.")
            % (row["loses"])
        )
    if row.get("advised"):
        told += " " + _(
            "One side is four times as strong or more: ask the game master to resolve it by the table."
        )
    return told


def _bua(row: Facts, names: Names) -> str:
    place = italian(row["city"] or "") or _("the fort")
    if row["garrison"]:
        return _("%(place)s is a built-up area of the defender, with a garrison.") % {"place": place}
    return _("%(place)s is a built-up area of the defender, with its denizens.") % {"place": place}


_LINES: Final[dict[str, Callable[[Facts, Names], str]]] = {
    "scale": _scale,
    "side": _side,
    "unit": _unit,
    "general": _general,
    "command": _command,
    "leadership": _leadership,
    "steadiness": _steadiness,
    "built_up_area": _bua,
    "strait": _strait,
    "landing": _landing,
    "table": _table,
}
