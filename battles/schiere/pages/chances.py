"""The exact chances shown on buttons and options, calculated from public facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from armies.desks.schiere.wording import CHIEFS as COMMANDERS
from armies.desks.schiere.wording import WINGS
from battles.schiere.forecast import draws
from battles.schiere.pages import clashes
from battles.schiere.pages.position import ReadersBoard
from battles.schiere.rules.melee.flight import havens
from battles.schiere.rules.melee.rout import Nerve
from battles.schiere.rules.shooting.shooters import shot_at
from games.forms import Act, OptionForm


def with_chance(seen: ReadersBoard, act: Act, asked: Mapping[str, Any], *, duels: bool = True) -> Act:
    """Return the form with information that helps the reader decide. Buttons and options get chances, other
    options get prices, and some options are ticked in advance. ``asked``: the facts of the decision.
    ``duels``: whether to forecast duels, which takes longer.
    """
    if act.kind == "attack" and duels:
        unit = str(act.choice.fixed["unit"])
        return _annotate_options(
            act, lambda value: clashes.attack(seen, unit, value) if value in seen.pieces else ""
        )
    if act.kind == "test_nerve" and asked.get("unit") in seen.pieces:
        return _at_option(act, "true", nerve(seen, str(asked["unit"])))
    if act.kind == "leave_to":
        return _tick_usual(act)
    # the default is a countercharge with every unit, so tick them all
    if act.kind == "receive" and not act.refusal:
        return _all_ticked(act)
    if act.kind == "muster":
        return _price_options(act)
    if act.kind == "buy":
        return _price_options(act if act.refusal else _spend_on_orders(act))
    if act.kind in ("shoot", "fire_at") and act.choice.fixed.get("target") in seen.pieces:
        units = [one.text for field in act.fields for one in field.options if one.text in seen.pieces]
        told = shot_chances(seen, units, str(act.choice.fixed["target"])) if units else ""
        return replace(act, button_label=f"{act.button_label}: {told}" if told else act.button_label)
    return act


def _at_option(act: Act, value: str, told: str) -> Act:
    return _annotate_options(act, lambda text: told if text.lower() == value else "")


def _tick_usual(act: Act) -> Act:
    if act.refusal or any(o.chosen for one in act.fields for o in one.options):
        return act
    usual = {one.name: "true" if one.name.endswith("whole") else one.options[0].text for one in act.fields}
    fields = tuple(
        replace(one, options=tuple(replace(o, chosen=o.text == usual[one.name]) for o in one.options))
        for one in act.fields
    )
    return replace(act, fields=fields)


def _all_ticked(act: Act) -> Act:
    fields = tuple(
        replace(one, options=tuple(replace(o, chosen=True) for o in one.options)) for one in act.fields
    )
    return replace(act, fields=fields)


def _spend_on_orders(act: Act) -> Act:
    def all_for_orders(one: OptionForm) -> OptionForm:
        return replace(one, amount=str(one.high)) if one.text == "order" else one

    fields = tuple(replace(one, options=tuple(map(all_for_orders, one.options))) for one in act.fields)
    return replace(act, fields=fields)


def _price_options(act: Act) -> Act:
    fields = tuple(
        replace(one, options=tuple(replace(o, detail=_worth(o) or o.detail) for o in one.options))
        for one in act.fields
    )
    return replace(act, fields=fields)


def _worth(option: OptionForm) -> str:
    if option.cost:
        points = ngettext("%(points)s point each", "%(points)s points each", option.cost)
        return points % {"points": option.cost}
    return str({**COMMANDERS, **WINGS}.get(option.text, ("", ""))[1])


def _annotate_options(act: Act, told: Callable[[str], str]) -> Act:
    """Return a form with a note on each of its options. ``told``: returns the note for an option's value."""
    fields = tuple(
        replace(
            field, options=tuple(replace(one, detail=told(one.text) or one.detail) for one in field.options)
        )
        for field in act.fields
    )
    return replace(act, fields=fields)


def nerve(seen: ReadersBoard, unit: str) -> str:
    """Describe the chances of a test of nerve."""
    found = draws.nerves(bool(havens(seen.pos, unit)))
    texts: dict[Nerve, str] = {
        "stands": _("stands %(chance)s"),
        "retreats": _("retreats %(chance)s"),
        "routs": _("routs %(chance)s"),
        "surrenders": _("surrenders %(chance)s"),
    }
    told = ((text, found.chance(result)) for result, text in texts.items())
    return ", ".join(text % {"chance": fraction(share)} for text, share in told if share)


def shot_chances(seen: ReadersBoard, units: list[str], target: str) -> str:
    """Describe the chances of a shot by all these units together."""
    what = shot_at(seen.pos, units, target)
    hits = fraction(draws.hits(what).chance(True))
    damage = draws.shot_odds(what)
    told = [_("hits %(chance)s") % {"chance": hits}]
    for points, share in damage.items():
        if points:
            told.append(_("%(n)s damage %(chance)s") % {"n": points, "chance": fraction(share)})
    return ", ".join(told)


def fraction(share: Fraction) -> str:
    """Format a chance as a fraction, such as 1/3."""
    return f"{share.numerator}/{share.denominator}" if share.denominator > 1 else str(share.numerator)
