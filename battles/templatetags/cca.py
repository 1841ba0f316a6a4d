"""What the pages of a battle of *Commands & Colors: Ancients* draw with."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from django import template
from django.template import Context
from django.utils.translation import gettext as _

from battles.cca.pages.seen import goals_of, hexes_of
from battles.cca.rules.ground.board import HEXES
from games.forms import Act

register = template.Library()

MOVES: Final = ("move", "move_leader")
FIGHTS: Final = ("attack", "fire")
ON_BOARD: Final = (*MOVES, *FIGHTS, "order", "play_card")


@register.simple_tag(takes_context=True)
def at_hex(context: Context) -> dict[str, Any]:
    """The forms that concern the hex that is looked at: moves to it, then everything else that names it."""
    acts, at, start = context["acts"], context["here"]["id"], context["start"]
    moves = [
        (act, field, option)
        for act in acts
        if act.kind in MOVES and str(act.choice.fixed["at"]) == start
        for field in act.fields
        for option in field.options
        if option.text == at
    ]
    rest = [act for act in acts if act.kind not in (*MOVES, "play_card") and at in set(hexes_of(act.choice))]
    return {
        "moves": moves,
        "acts": [_with_chance(context, act) for act in rest],
        "starts": any(act.kind in MOVES and str(act.choice.fixed["at"]) == at for act in acts),
    }


@register.simple_tag(takes_context=True)
def beside_hexes(context: Context) -> dict[str, Any]:
    """The forms beside the question: what is not looked for on the board, and fights with their chances."""
    acts: list[Act] = list(context["acts"])
    return {
        "fights": [_with_chance(context, act) for act in acts if act.kind in FIGHTS],
        "orders": sum(act.kind == "order" for act in acts),
        "moves": sum(bool(goals_of(act.choice)) for act in acts if act.kind in MOVES),
        "cards": {str(act.choice.fixed["card"]): act for act in acts if act.kind == "play_card"},
        "rest": [act for act in acts if act.kind not in ON_BOARD],
    }


@register.filter
def of(found: dict[str, Any], key: str) -> Any:
    """What a mapping has under a key."""
    return found.get(key)


def percent(chance: float) -> str:
    """A share in whole per cent; what can happen is never told as none, and what need not never as all."""
    if 0 < chance < 0.01:
        return "< 1%"
    return f"{min(99, round(100 * chance)) if chance < 1 else 100}%"


def _with_chance(context: Context, act: Act) -> Act:
    """A fight with its exact chances on the button."""
    if act.kind not in FIGHTS or str(act.choice.fixed.get("at")) not in HEXES:
        return act
    found = context["seen"].chances(act.choice)
    if found is None:
        return act
    facts = {
        "dice": found.dice,
        "blocks": f"{found.blocks:.1f}",
        "own": f"{found.own:.1f}",
        "leaves": percent(found.leaves),
    }
    said = _("%(dice)s dice; blocks lost %(blocks)s, own %(own)s; its hex empty %(leaves)s") % facts
    return replace(act, label=f"{act.label} – {percent(found.eliminated)}", detail=said)
