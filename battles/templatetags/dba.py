"""Template tags for the pages of a DBA battle and its cheat sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from armies.dba.catalogue import catalogue
from battles.dba.cheatsheet.sheet import Cell, Kind
from engine.game import Choice
from games.forms import Act

register = template.Library()


@register.simple_tag
def moves_in_one(acts: Sequence[Act]) -> dict[str, Any]:
    """Combine moves of the same elements into one form with a button for each.

    ``form``: the combined form, or None. ``alike``: the moves that it combines. ``others``: the rest. If any
    form is open, has dice to enter, or came back with a mistake, no moves are combined.
    """
    first = acts[0]
    alike = [
        act
        for act in acts
        if _field_options(act) == _field_options(first) and not act.choice.fixed.get("onto")
    ]
    if len(alike) < 2 or any(act.refusal or act.dice or act.open for act in acts):
        return {"form": None, "alike": (), "others": acts}
    return {
        "form": _drop_side_names(first),
        "alike": alike,
        "others": [act for act in acts if act not in alike],
    }


def _drop_side_names(act: Act) -> Act:
    """Return the form without the side's name after each element, since all elements are the reader's own."""
    fields = tuple(
        replace(
            field, options=tuple(replace(one, label=one.label.partition(" (")[0]) for one in field.options)
        )
        for field in act.fields
    )
    return replace(act, fields=fields)


def _field_options(act: Act) -> list[tuple[str, tuple[str, ...]]]:
    return [(field.name, tuple(option.text for option in field.options)) for field in act.fields]


@register.simple_tag
def board_odds(odds: Mapping[str, Any], choice: Choice) -> Any:
    """Return the exact odds of an offered combat or shot on the board, or None if they are not known."""
    fixed = choice.fixed
    if choice.kind == "fight_on_board":
        return odds.get(f"{fixed['attacker']} {fixed['defender']}")
    return odds.get(f"{' '.join(fixed['shooters'])} {fixed['target']}")


# --- the cheat sheet ---------------------------------------------------------------------------------------


def percent(chance: Fraction) -> int:
    """Convert a chance to a whole percentage, with halves rounded up.

    A possible event is never shown as 0, and an uncertain one never as 100.
    """
    if 0 < chance < 1:
        return min(99, max(1, int(chance * 100 + Fraction(1, 2))))
    return int(chance * 100)


@register.filter
def kind_text(kind: Kind) -> str:
    return f"{kind.code}{' ★' if kind.general else ''}{' ×2' if kind.deep else ''}"


@register.simple_tag
def kind(kind: Kind) -> SafeString:
    name = gettext(catalogue()[kind.code].name)
    return format_html('<abbr title="{}">{}</abbr>', name, kind_text(kind))


@register.filter
def odds_text(cell: Cell) -> str:
    return f"{percent(cell.kill)}/{percent(cell.die)}"


@register.simple_tag
def cell(cell: Cell | None) -> SafeString:
    """Render a cell of the odds table, with a dash for a pair that cannot meet."""
    if cell is None:
        return mark_safe('<td class="muted">–</td>')  # safe, because the text is fixed
    tint = "fair" if cell.balance > Fraction(1, 12) else "foul" if cell.balance < Fraction(-1, 12) else ""
    sign = {"fair": "▲", "foul": "▼"}.get(tint, "")
    exact = gettext("destroys %(kill)s, destroyed %(die)s, gives ground %(push)s, loses ground %(back)s") % {
        "kill": _format_36ths(cell.kill),
        "die": _format_36ths(cell.die),
        "push": _format_36ths(cell.push),
        "back": _format_36ths(cell.back),
    }
    return format_html(
        '<td class="{}" title="{}">{} <strong>{}</strong><small>{}/{}</small></td>',
        tint,
        exact,
        sign,
        odds_text(cell),
        percent(cell.push),
        percent(cell.back),
    )


def _format_36ths(chance: Fraction) -> str:
    return f"{int(chance * 36)}/36"


@register.simple_tag
def chosen(asked: Mapping[str, str], side: str, reference: str) -> SafeString | str:
    return mark_safe(" selected") if asked.get(side) == reference else ""  # safe, because the text is fixed
