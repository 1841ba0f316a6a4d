"""What the pages of a battle of *Schiere* draw with."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context

from battles.schiere.pages import chances, concerning
from games.forms import Act
from games.forms.here import grouped
from games.pages import groups_of, shared_label

register = template.Library()


def _asked(context: Context) -> dict[str, Any]:
    """What the question of the reader's seat is about."""
    scene = context["scene"]
    mine = (d for d in scene.table.decisions() if d.seat == scene.seat) if scene.choices else ()
    return dict(next((d.facts for d in mine), {}))


def _told(context: Context, acts: tuple[Act, ...]) -> tuple[Act, ...]:
    """Those forms with the chances of what they do."""
    asked = _asked(context)
    return tuple(chances.with_chance(context["seen"], act, asked) for act in acts)


@register.simple_tag(takes_context=True)
def at_square(context: Context) -> dict[str, Any]:
    """The forms that concern the square that is looked at: marches to it, then everything else."""
    seen, acts, at = context["seen"], context["acts"], context["here"]["id"]
    near = concerning.near(seen, _told(context, tuple(acts)), at)
    return {
        "marches": concerning.marches_to(seen, acts, at, context["begun"]),
        "near": grouped(near, shared_label),
    }


@register.simple_tag(takes_context=True)
def beside_board(context: Context) -> dict[str, Any]:
    """The forms beside the question, and who can do something that is looked for on the board."""
    seen, acts = context["seen"], context["acts"]
    shown = concerning.beside(seen, _told(context, tuple(acts)), ways=context["ways"])
    return {
        "groups": groups_of(shown),
        "starts": concerning.starts(seen, acts, {act.id for act in shown}),
        "marches": any(act.kind == concerning.MARCH for act in acts),
    }


@register.simple_tag
def buttons(act: Act) -> Any:
    """The one field of a form whose few options are a button each; None for any other form."""
    if len(act.fields) != 1 or act.refusal or act.dice or act.caution:
        return None
    field = act.fields[0]
    return field if field.type == "pick" and not field.optional and 0 < len(field.options) <= 4 else None
