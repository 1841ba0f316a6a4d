"""Template tags for a *Cataphract* battle sheet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from django import template
from django.template import Context
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.forms import Act, FieldForm

register = template.Library()

# forms in the order in which players need them in a turn; all others go into collapsible sections by topic
NOW: Final = (
    "resolve_segment",
    "fight_round",
    "redeem_challenge",
    "open_battle",
    "activate_line",
    "activate",
    "pass_leader",
    "open_elite",
    "call_reserves",
    "command_line",
    "trump",
    "try_momentum",
    "finish_leader",
    "end_turn",
)
ORDERS: Final = (
    *("move_units", "close_in", "move_wave", "fire", "charge", "recover", "rally", "switch_mode"),
    "replace_leader",
)
CLASHES: Final = ("edit_clash", "cancel_clash")
MARKERS: Final = (
    "enter_gate",
    "take_hits",
    "remove_hits",
    "mark_units",
    "check_quality",
    "rout_units",
    "remove_units",
)
LEADERS: Final = ("place_leader", "endanger_leader")
STOPPING: Final = ("end_battle",)
# maps each action of a tapped unit to the field that names the unit
NAMED_BY: Final = {
    "move_units": "units",
    "fire": "firer",
    "charge": "attackers",
    "recover": "unit",
    "rally": "unit",
    "switch_mode": "unit",
    "feign": "unit",
    "take_hits": "units",
    "remove_hits": "units",
    "mark_units": "units",
    "check_quality": "unit",
    "rout_units": "units",
    "remove_units": "units",
}


@dataclass(frozen=True)
class Press:
    """A button for a tapped unit: an offered form with all its fields filled in."""

    act: Act
    label: str
    values: tuple[tuple[str, str], ...] = ()


@register.simple_tag(takes_context=True)
def sheet_acts(context: Context) -> dict[str, Any]:
    """Sort the forms of the page into ``urgent`` (with dice or a refusal), ``now`` (those that players need
    in the course of a turn), and ``folds`` (the others, in collapsible sections by topic).

    If the page has no such forms, return ``asked`` and ``more`` in place of ``now`` and ``folds``. ``asked``:
    the first form with fields, and all forms without fields. ``more``: the other forms.
    """
    acts: list[Act] = list(context["acts"])
    urgent = [one for one in acts if one.dice or one.refusal]
    if not any(one.kind in NOW or one.kind in STOPPING for one in acts):
        asked = [one for one in acts if one not in urgent]
        first = next((one for one in asked if one.fields), None)
        plain = [one for one in asked if one is first or not one.fields]
        return {"urgent": urgent, "asked": plain, "more": [one for one in asked if one not in plain]}
    rest = [one for one in acts if one not in urgent]
    reactions = [one for one in rest if _reaction(one)]
    orders = [one for one in _forms_of_kinds(rest, ORDERS) if one not in reactions]
    return {
        "urgent": urgent,
        "asked": [],
        "now": _forms_of_kinds(rest, NOW),
        "folds": [
            ("orders", orders),
            ("clashes", _forms_of_kinds(rest, CLASHES)),
            ("reactions", reactions),
            ("markers", _forms_of_kinds(rest, MARKERS)),
            ("leaders", _forms_of_kinds(rest, LEADERS)),
            ("stopping", _forms_of_kinds(rest, STOPPING)),
        ],
    }


def _forms_of_kinds(acts: Iterable[Act], kinds: tuple[str, ...]) -> list[Act]:
    return sorted((one for one in acts if one.kind in kinds), key=lambda one: kinds.index(one.kind))


def _reaction(act: Act) -> bool:
    if act.kind == "feign":
        return True
    return act.kind == "fire" and act.choice.fixed.get("reason") == "reaction"


@register.simple_tag(takes_context=True)
def unit_acts(context: Context) -> dict[str, Any]:
    """Return the tapped unit's possible actions, with the unit filled in, or {} if no unit is tapped.

    ``buttons``: actions that need a single tap. ``forms``: actions with more to fill in. A move appears in
    both. ``act_url``: the URL to send actions to, which keeps the unit selected.
    """
    here = context.get("here")
    if not here:
        return {}
    buttons: list[Press] = []
    forms: list[tuple[str, Act]] = []
    for act in sorted(context["acts"], key=_rank):
        name = NAMED_BY.get(act.kind)
        field = next((one for one in act.fields if one.name == f"f-{name}"), None)
        if field is None or all(one.text != here["id"] for one in field.options):
            continue
        buttons += _presses(act, field.name, here["id"])
        label = _form_label(act)
        if label:
            forms.append((label, _fill_form(act, field, here["id"])))
    again = f"{context['act_url']}?{urlencode({'unit': here['id']})}"  # the unit stays selected
    return {"buttons": buttons, "forms": forms, "act_url": again}


def _rank(act: Act) -> int:
    return list(NAMED_BY).index(act.kind) if act.kind in NAMED_BY else len(NAMED_BY)


def _presses(act: Act, field: str, unit: str) -> list[Press]:
    """Return the one-tap buttons of a form for one unit, or [] if it has none."""
    named = (field, unit)
    if act.kind == "mark_units":
        return [Press(act, act.label, (named,))]
    if act.kind == "move_units":
        return [Press(act, _("Move, no hit"), (named, ("f-hits", "0")))]
    if act.kind == "take_hits":
        return [
            Press(act, label, (named, ("f-hits", number), ("f-cause", "other")))
            for label, number in ((_("+1 hit"), "1"), (_("+2 hits"), "2"))
        ]
    if act.kind == "remove_hits":
        return [Press(act, _("−1 hit"), (named, ("f-hits", "1")))]
    if act.kind == "switch_mode":
        return [Press(act, _("Switch mode"), (named,))]
    if act.kind == "rout_units":
        return [Press(act, _("Routs"), (named,))]
    if act.kind == "rally":
        return [Press(act, _("Rally (%(needs)s)") % {"needs": act.detail}, (named,))]
    return []


def _form_label(act: Act) -> str:
    """Return the heading of a form for one unit, or "" if its buttons are enough."""
    if act.kind == "fire":
        return {
            "order": _("Fire by order"),
            "reaction": _("Fire in reaction"),
            "harass": _("Harassment and Dispersal"),
        }[str(act.choice.fixed["reason"])]
    return {
        "move_units": _("Move, with hits"),
        "charge": pgettext("cataphract", "Attack"),
        "feign": _("Feign a retreat"),
        "recover": _("Recover hits"),
        "take_hits": _("Take hits"),
        "check_quality": _("Check quality"),
        "remove_units": _("Take off the map"),
    }.get(act.kind, "")


def _fill_form(act: Act, field: FieldForm, unit: str) -> Act:
    """Return the form with the unit filled in as a hidden value. In the form for a charge the unit is ticked,
    so that the player can add more attackers.
    """
    if act.kind == "charge":
        options = tuple(replace(one, chosen=one.text == unit) for one in field.options)
        # first the unit to attack, then the units that join the attack
        joined = replace(act, fields=act.fields[::-1])
        act, filled = joined, replace(field, options=options)
    else:
        filled = replace(field, type="share", high=0, kept=((field.name, unit),))
    fields = tuple(filled if one is field else one for one in act.fields)
    return replace(act, id=f"here-{act.id}", fields=fields)
