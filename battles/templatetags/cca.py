"""Template tags for a battle of *Commands & Colors: Ancients*."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from django import template
from django.template import Context
from django.utils import formats
from django.utils.translation import gettext as _

from battles.cca.pages.position import Chances, goals_of, hexes_of
from battles.cca.rules.play.state import SEATS
from battles.cca.rules.terrain.board import HEXES
from battles.cca.wording import names
from games.forms import Act

register = template.Library()

MOVES: Final = ("move", "move_leader")
FIGHTS: Final = ("attack", "fire")
REPLIES: Final = ("evade", "stand", "battle_back", "advance", "fight_on")
ON_BOARD: Final = (*MOVES, *FIGHTS, "order", "play_card", "ignore_flags")


@register.simple_tag(takes_context=True)
def hex_forms(context: Context) -> dict[str, Any]:
    """Return the forms that concern the selected hex. ``moves``: moves that end in the hex. ``acts``: all
    other forms that name the hex. ``straight``: the move from the hex for which a tap on its destination is
    enough, or None.
    """
    acts, at, start = context["acts"], context["here"]["id"], context["start"]
    moves = [
        (act, field, option)
        for act in _moves_from(acts, start)
        for field in act.fields
        for option in field.options
        if option.text == at
    ]
    rest = [act for act in acts if act.kind not in (*MOVES, "play_card") and at in set(hexes_of(act.choice))]
    return {
        "moves": moves,
        "acts": [_add_chance(context, act) for act in rest],
        "straight": _direct_move(context, _moves_from(acts, at)) if start == at else None,
    }


def _moves_from(acts: list[Act], start: str) -> list[Act]:
    return [act for act in acts if act.kind in MOVES and str(act.choice.fixed["at"]) == start]


def _direct_move(context: Context, moves: list[Act]) -> dict[str, Any] | None:
    """Return the move that a tap on a destination makes at once, or None if nothing can move from the hex.

    A unit takes its leader along. If only the leader has an order, the leader moves alone.
    """
    view, at = context["seen"].view, context["here"]["id"]
    alone = at in view["leaders_ordered"] and at not in view["ordered"]
    wanted = "move_leader" if alone else "move"
    act = next((one for one in moves if one.kind == wanted), next(iter(moves), None))
    if act is None:
        return None
    field = next(one for one in act.fields if one.options)
    return {"act": act, "field": field.name, "goals": " ".join(goals_of(act.choice))}


@register.simple_tag(takes_context=True)
def turn_forms(context: Context) -> dict[str, Any]:
    """Return the parts shown next to the question: ``fights`` with their odds, the answers to ``flags``, the
    ``cards`` that can be played, and ``rest``, the forms without a place on the board. ``orders`` and
    ``moves``: the numbers of orders and of moves that can be chosen on the board.
    """
    acts: list[Act] = list(context["acts"])
    return {
        "fights": sorted(
            (_add_chance(context, act) for act in acts if act.kind in FIGHTS),
            key=lambda act: str(act.choice.fixed["at"]),
        ),
        "flags": [_flag_answers(context, act) for act in acts if act.kind == "ignore_flags"],
        "orders": sum(act.kind == "order" for act in acts),
        "moves": sum(bool(goals_of(act.choice)) for act in acts if act.kind in MOVES),
        "cards": {str(act.choice.fixed["card"]): act for act in acts if act.kind == "play_card"},
        "rest": [_add_outlook(context, act) for act in acts if act.kind not in ON_BOARD],
    }


def _add_outlook(context: Context, act: Act) -> Act:
    """Return a form with the odds added to the button of a reply or an escape.

    If no unit or leader has an order, the button that ends the moves gets a warning, because then no unit
    could fight either.
    """
    view = context["seen"].view
    if act.kind in REPLIES:
        return _add_reply_chance(context, act)
    if act.kind == "flee":
        facts = {"act": act.label, "lives": percent(context["seen"].survival(act.choice.fixed["way"]))}
        return replace(act, label=_("%(act)s – %(lives)s to survive") % facts)
    if act.kind != "go_to_battle" or view["ordered"] or view["leaders_ordered"]:
        return act
    return replace(act, caution=_("No unit has an order, so none moves or fights this turn. Continue?"))


def _flag_answers(context: Context, act: Act) -> dict[str, Any]:
    """Return a button for each number of flags that the unit can ignore, the highest number first. Its label
    names the retreat for the flags that are not ignored.
    """
    frame = context["seen"].view["in_progress"][-1]
    field = act.fields[0]
    found = []
    for number in range(frame["most"], -1, -1):
        left = (frame["flags"] - number) * frame["per_flag"]
        facts = {"ignored": names.flags(number), "hexes": names.hexes(left)}
        if not left:
            label = _("Stand firm: ignore %(ignored)s") % facts
        elif number:
            label = _("Ignore %(ignored)s, retreat %(hexes)s") % facts
        else:
            label = _("Retreat %(hexes)s") % facts
        found.append({"number": number, "label": label})
    return {"act": act, "field": field.name, "answers": found}


@register.filter
def of(found: dict[str, Any], key: str) -> Any:
    """Return the mapping's value for a key, or None."""
    return found.get(key)


def percent(chance: float) -> str:
    """Format a chance as a whole percentage. A possible event never shows as 0, and an uncertain one never
    as 100.
    """
    if 0 < chance < 0.01:
        return "< 1%"
    return f"{min(99, round(100 * chance)) if chance < 1 else 100}%"


def _add_chance(context: Context, act: Act) -> Act:
    """Return a form with the exact odds added to the button of a fight or a reply."""
    if act.kind in REPLIES:
        return _add_reply_chance(context, act)
    if act.kind not in FIGHTS or str(act.choice.fixed.get("at")) not in HEXES:
        return act
    found = context["seen"].chances(act.choice)
    if found is None:
        return act
    facts = _facts(act, found)
    said = (_strike_text() if act.kind == "fire" else _fight_text()) % facts
    astray = {seat: blocks for seat, blocks in found.strays.items() if blocks >= 0.05}
    if astray:
        own = str(context["seen"].view["seat"])
        seats = sorted(SEATS, key=lambda seat: seat != own)
        lost = [formats.number_format(found.strays[seat], 1) for seat in seats]
        more = _("Others next to the elephants lose on average %(own)s of yours and %(foe)s of theirs.")
        said = f"{said}. {more % {'own': lost[0], 'foe': lost[1]}}"
    if any(leaders >= 0.005 for leaders in found.fallen.values()):
        own = str(context["seen"].view["seat"])
        seats = sorted(SEATS, key=lambda seat: seat != own)
        lost = [formats.number_format(found.fallen[seat], 2) for seat in seats]
        more = _("Of leaders next to them, %(own)s of yours and %(foe)s of theirs fall on average.")
        said = f"{said.removesuffix('.')}. {more % {'own': lost[0], 'foe': lost[1]}}"
    return replace(act, label=_("%(act)s – %(falls)s to eliminate") % facts, detail=said)


def _add_reply_chance(context: Context, act: Act) -> Act:
    """Return the form of a reply with its exact odds. A reply is evading, standing, battling back, advancing
    or fighting on.
    """
    found: Chances | None = context["seen"].replies(act.choice)
    if found is None:
        return act
    facts = _facts(act, found)
    if act.kind == "evade":
        said = _("%(dice)s against it: on average %(blocks)s blocks lost")
    elif act.kind == "stand":
        said = _("%(dice)s against it: on average %(blocks)s blocks lost for %(own)s; forced out %(leaves)s")
    else:
        said = _strike_text() if act.kind == "battle_back" else _fight_text()
    if act.kind in ("evade", "stand"):
        return replace(act, label=_("%(act)s – %(falls)s to lose the unit") % facts, detail=said % facts)
    if act.kind == "advance":
        onward = _("Then it may attack %(where)s, %(falls)s to eliminate.") % facts
        return replace(act, detail=onward)
    return replace(act, label=_("%(act)s – %(falls)s to eliminate") % facts, detail=said % facts)


def _strike_text() -> str:
    return _("%(dice)s: on average %(blocks)s blocks; driven off or eliminated %(leaves)s")


def _fight_text() -> str:
    return _("%(dice)s: on average %(blocks)s blocks for %(own)s; driven off or eliminated %(leaves)s")


def _facts(act: Act, found: Chances) -> dict[str, str]:
    return {
        "act": act.label,
        "dice": names.dice(found.dice),
        "blocks": formats.number_format(found.blocks, 1),
        "own": formats.number_format(found.own, 1),
        "leaves": percent(found.leaves),
        "falls": percent(found.eliminated),
        "where": found.where,
    }
