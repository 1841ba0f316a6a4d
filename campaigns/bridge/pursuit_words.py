"""Texts about pursuit: its expected and its actual cost."""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaigns.bridge import pursuit
from engine.game import Facts


def line(row: Facts) -> str | None:
    """Describe the line about pursuit; None for any other line."""
    if row["code"] != pursuit.CODE:
        return None
    here = _(
        "Here it would take %(attacker)s%% of the rest of the attacker, %(defender)s%% of the rest of the "
        "defender."
    )
    return f"{each(row['each'])} {here % row}"


def each(percent: int) -> str:
    """Describe the rule of pursuit for players."""
    text = _(
        "A beaten army is pursued: for each time that the victors outnumber it, it loses %(percent)s%% of "
        "what is left."
    )
    return str(text % {"percent": percent})


def pursuit_sentence(facts: Facts) -> str:
    """Describe a side's losses in pursuit; "" if it was not pursued."""
    if not facts.get("pursued"):
        return ""
    return _("Pursuit took %(pursued)s%% of what was left of it.") % facts
