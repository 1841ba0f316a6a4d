"""Texts about pursuit: its rule, and the losses that it causes."""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaigns.bridge import pursuit
from engine.game import Facts


def line(row: Facts) -> str | None:
    """Describe the line about pursuit in the bridge's calculation, or return None for any other line."""
    if row["code"] != pursuit.CODE:
        return None
    here = _(
        "Here it would take %(attacker)s%% of the rest of the attacker, %(defender)s%% of the rest of the "
        "defender."
    )
    return f"{pursuit_rule(row['each'])} {here % row}"


def pursuit_rule(percent: int) -> str:
    """Describe the rule of pursuit for players."""
    text = _(
        "A beaten army is pursued: for each time that the victors outnumber it, it loses %(percent)s%% of "
        "what is left."
    )
    return str(text % {"percent": percent})


def pursuit_sentence(facts: Facts) -> str:
    """Describe a side's losses to pursuit, or return "" if it was not pursued."""
    if not facts.get("pursued"):
        return ""
    return _("Pursuit took %(pursued)s%% of what was left of it.") % facts
