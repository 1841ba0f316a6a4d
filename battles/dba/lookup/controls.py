"""The chips that set the facts of a situation with one tap each.

This module builds their HTML itself, because the template engine would add milliseconds.
static/lookup/page.js draws the same chips. Facts that matter only after the fight are in a collapsible
section.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from battles.dba.lookup.query import params
from battles.dba.rules.relevance import Chip, chips, helpers
from battles.dba.rules.situation import SIDES, Contender, Side, Situation, contender, other
from battles.dba.wording import combat as words

# These facts affect what follows a victory or defeat, but never who wins.
AFTERWARDS = frozenset({"code", "room", "obstacle", "flight", "pursuit", "depth_mm"})
FRIEND = "behind"  # a friend behind can support in the fight, depending on its type, or block a recoil

ASKED_FIRST = ("overlaps", "extra_shooters", FRIEND)  # facts of nearly every combat, shown before all others

_USUAL: dict[str, Any] = {f.name: f.default for f in dataclasses.fields(Contender)}


class Group(NamedTuple):
    """The controls (chips) for the facts about one side: those that matter in the fight, and those that
    matter only after it.
    """

    label: str
    side: str
    chips: SafeString
    folded: SafeString
    opened: bool  # whether any collapsed fact differs from its default


def groups(s: Situation) -> list[Group]:
    """Return the controls (chips) for the facts about each side and about the whole situation. These are the
    facts that can matter, and facts that are already set although they cannot matter.
    """
    offered = list(chips(s))
    for side in SIDES:
        c = contender(s, side)
        shown = {chip.field for chip in offered if chip.side == side}
        set_anyway = [name for name in params(s) if name.startswith(f"{side}.") and name[2:] not in shown]
        offered += [Chip(side, name[2:], _default_and_value(c, name[2:])) for name in set_anyway]
    labels = [("", words.field("mode")), *words.names(s).items()]
    return [
        _group(s, side, label, found)
        for side, label in labels
        if (found := [chip for chip in offered if chip.side == side])
    ]


def _default_and_value(c: Contender, name: str) -> tuple[Any, ...]:
    return (getattr(Contender(c.type), name), getattr(c, name))


def _group(s: Situation, side: str, label: str, found: Sequence[Chip]) -> Group:
    fight, later = (
        [part for chip in found if (part := _part(s, chip, folded)).options] for folded in (False, True)
    )
    opened = any(_value(s, chip) in chip.options and _value(s, chip) != _USUAL[chip.field] for chip in later)
    return Group(label, side, _draw_controls(s, fight), _draw_controls(s, later), opened)


def _part(s: Situation, chip: Chip, folded: bool) -> Chip:
    """Return a fact's chip with only the values that matter in the fight. If ``folded``, return it with only
    the values that matter after the fight.
    """
    if chip.field != FRIEND:
        return chip if (chip.field in AFTERWARDS) == folded else chip._replace(options=())
    side: Side = "a" if chip.side == "a" else "b"
    supporters = helpers(contender(s, side), contender(s, other(side)), s.mode == "close")
    options = tuple(v for v in chip.options if v and (v not in supporters) == folded)
    alone = options and not (folded and supporters)  # "nobody" is an option in only one of the two parts
    return chip._replace(options=("", *options) if alone else options)


def _value(s: Situation, chip: Chip) -> Any:
    return s.answered if chip.side == "" else getattr(s.a if chip.side == "a" else s.b, chip.field)


def _draw_controls(s: Situation, found: Sequence[Chip]) -> SafeString:
    """Draw the yes-or-no facts in one row. Every other fact gets a row of choices, either before or after
    that row.
    """
    ticks = [chip for chip in found if isinstance(_value(s, chip), bool)]
    row = f'<div class="pills">{"".join(_tick(s, chip) for chip in ticks)}</div>' if ticks else ""
    first = [chip for name in ASKED_FIRST for chip in found if chip.field == name]
    rest = [chip for chip in found if chip not in ticks and chip not in first]
    return mark_safe("".join(_choice(s, c) for c in first) + row + "".join(_choice(s, c) for c in rest))


def _name(chip: Chip) -> str:
    return f"{chip.side}.{chip.field}" if chip.side else chip.field


def _tick(s: Situation, chip: Chip) -> str:
    return _pill("checkbox", _name(chip), "1", _value(s, chip), words.field(chip.field))


def _choice(s: Situation, chip: Chip) -> str:
    label, value = escape(words.field(chip.field)), _value(s, chip)
    pills = "".join(
        _pill("radio", _name(chip), "" if v is None else v, v == value, _option(chip.field, v))
        for v in chip.options
    )
    row = f'<span>{label}</span><div class="pills">{pills}</div>'
    return f'<div class="seg" role="radiogroup" aria-label="{label}">{row}</div>'


def _option(field: str, value: Any) -> str:
    return str(value) if isinstance(value, int) and field != "depth_mm" else words.option(field, value)


def _pill(kind: str, name: str, value: Any, on: bool, label: str) -> str:
    checked = " checked" if on else ""
    return (
        f'<label class="pill"><input type="{kind}" name="{name}" value="{escape(value)}"{checked}>'
        f"<span>{escape(label)}</span></label>"
    )
