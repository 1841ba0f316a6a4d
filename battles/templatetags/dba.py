"""Template tags for the pages of a DBA battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import template

from engine.game import Choice
from games.forms import Act

register = template.Library()


@register.simple_tag
def moves_in_one(acts: Sequence[Act]) -> dict[str, Any]:
    """Combine moves of the same elements into one form with a button for each: ``form`` (None if no two moves
    match), ``alike`` and the ``others``. A form that came back with a mistake stays separate.
    """
    first = acts[0]
    alike = [act for act in acts if _asked(act) == _asked(first) and not act.choice.fixed.get("onto")]
    if len(alike) < 2 or any(act.refusal or act.dice or act.open for act in acts):
        return {"form": None, "alike": (), "others": acts}
    return {"form": _short(first), "alike": alike, "others": [act for act in acts if act not in alike]}


def _short(act: Act) -> Act:
    """Return the form without the side next to each element, because all are the reader's own."""
    fields = tuple(
        replace(
            field, options=tuple(replace(one, label=one.label.partition(" (")[0]) for one in field.options)
        )
        for field in act.fields
    )
    return replace(act, fields=fields)


def _asked(act: Act) -> list[tuple[str, tuple[str, ...]]]:
    return [(field.name, tuple(option.text for option in field.options)) for field in act.fields]


@register.simple_tag
def board_odds(odds: Mapping[str, Any], choice: Choice) -> Any:
    """The exact chances of an offered combat or shot on the board, or None."""
    fixed = choice.fixed
    if choice.kind == "fight_on_board":
        return odds.get(f"{fixed['attacker']} {fixed['defender']}")
    return odds.get(f"{' '.join(fixed['shooters'])} {fixed['target']}")
