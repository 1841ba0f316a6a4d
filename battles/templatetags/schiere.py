"""Template tags for the pages of a *Schiere* battle."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from django import template
from django.template import Context

from battles.schiere.pages import chances, placing, square_choices
from battles.schiere.rules.cards import CARDS
from engine.codec import canonical
from games.forms import Act
from games.forms.place_forms import group_forms
from games.pages import groups_of, shared_label

register = template.Library()

STANDING: Final = ("turn", "form_up")  # actions without movement, listed after all other actions
BLOW: Final = "blow"  # the decision which card to play, which a standing order can answer
FEW_DUELS: Final = 2  # maximum number of attacks for which the page computes the odds at once


def _asked_facts(context: Context) -> dict[str, Any]:
    scene = context["scene"]
    mine = (d for d in scene.table.decisions() if d.seat == scene.seat) if scene.choices else ()
    return dict(next((d.facts for d in mine), {}))


def _add_chances(context: Context, acts: tuple[Act, ...]) -> tuple[Act, ...]:
    """Return the forms with the odds of their actions.

    If there are more than FEW_DUELS attacks, their odds are left out.
    """
    asked, duels = _asked_facts(context), sum(act.kind == "attack" for act in acts) <= FEW_DUELS
    told = (chances.with_chance(context["seen"], act, asked, duels=duels) for act in acts)
    return tuple(_caution_form(context, act) for act in told)


def _caution_form(context: Context, act: Act) -> Act:
    """Return a form, with a warning if it ends the side's part of the turn while the side's chief is in
    danger.
    """
    danger = context.get("exposed")
    return replace(act, caution=danger) if danger and act.kind == "reserve" else act


@register.simple_tag(takes_context=True)
def square_forms(context: Context) -> dict[str, Any]:
    """Return the forms that concern the selected square.

    They activate units on it, place pieces on it, march to it, or involve it in another way.
    """
    seen, acts, at = context["seen"], context["acts"], context["here"]["id"]
    here = tuple(act for act in acts if at in square_choices.squares(seen, act.choice))
    near = square_choices.choices_near(seen, _add_chances(context, here), at)
    return {
        "takes": square_choices.activation_forms(seen, acts, at),
        "placings": placing.placings(acts, at),
        "marches": square_choices.marches_to(seen, acts, at, context["begun"]),
        "near": group_forms(near, shared_label),
    }


@register.simple_tag(takes_context=True)
def action_forms(context: Context) -> dict[str, Any]:
    """Return the forms shown next to the question, and the pieces that can act on the board."""
    seen, acts = context["seen"], context["acts"]
    shown = square_choices.forms_next_to_question(
        seen, _add_chances(context, tuple(acts)), ways=context["ways"]
    )
    still = tuple(act for act in shown if act.kind in STANDING and not act.refusal)
    return {
        "groups": groups_of(tuple(act for act in shown if act not in still)),
        "still": still,
        "starts": square_choices.starts(seen, acts, {act.id for act in shown}),
        "marches": any(act.kind == square_choices.MARCH for act in acts),
        "by_goal": square_choices.reaches_any(seen, [act.choice for act in acts]),
        "one_by_one": sum(act.kind == square_choices.MARCH for act in acts) > 1 and not context["begun"],
        "placed": any(act.kind == placing.DEPLOY for act in acts),
        "camp": any(act.kind == "place_camp" for act in acts),
    }


@register.simple_tag(takes_context=True)
def closing_buttons(context: Context) -> tuple[Act, ...]:
    """Return the forms without fields that end an action or a turn. A phone repeats them below the board."""
    seen, kinds = context["seen"], ("end_action", "reserve")
    ends = (square_choices.name_pieces(seen, a) for a in context["acts"] if a.kind in kinds and not a.fields)
    return tuple(_caution_form(context, act) for act in ends)


@register.simple_tag
def card_form(act: Act) -> dict[str, Any] | None:
    """Return the fields of the form for playing a card. ``card``: the hand. ``order``: the order that can be
    revealed with the card, or None.

    Return None for any other form, and for a form with a mistake.
    """
    if act.kind != "lay" or act.refusal:
        return None
    fields = {field.name.rpartition("-")[2]: field for field in act.fields}
    return {"card": fields["card"], "order": fields.get("order")}


@register.simple_tag(takes_context=True)
def duel_order(context: Context) -> dict[str, Any]:
    """Offer the standing order that plays the reader's duels by the best mixture of cards.

    ``given``: whether the reader already has this order. ``offer``: the order as JSON, or "" if it cannot be
    offered. It is offered only to a player without an order for duels. A player whose other orders wait for
    a deadline gets no offer, since the new order would wait too.
    """
    scene = context["scene"]
    seat = next((one for one in scene.game.seats.all() if one.key == scene.seat), None)
    if seat is None or (seat.orders and not seat.orders_at_once):
        return {"given": False, "offer": ""}
    if BLOW in seat.orders:
        return {"given": seat.orders[BLOW]["policy"] == "net", "offer": ""}
    hand = zip(("first", "second", "third", "fourth", "fifth"), CARDS, strict=True)
    return {"given": False, "offer": canonical({BLOW: {"policy": "net", **dict(hand), "use_order": False}})}


@register.simple_tag(takes_context=True)
def orders_by_recipient(context: Context, act: Act) -> list[tuple[str, list[dict[str, Any]]]]:
    """Return the orders to assign, grouped by recipient, each as a card to tick."""
    found: dict[str, list[dict[str, Any]]] = {}
    for option in act.fields[0].options:
        said, _arrow, holder = option.text.partition(">")
        name = square_choices.piece_and_square(context["seen"], holder)
        found.setdefault(name, []).append({"face": said.partition("*")[0], "option": option})
    return list(found.items())


@register.simple_tag
def buttons(act: Act) -> Any:
    """Return the only field of a form if its few options can each be a button; None for any other form."""
    if len(act.fields) != 1 or act.refusal or act.dice or act.caution:
        return None
    field = act.fields[0]
    return field if field.type == "pick" and not field.optional and 0 < len(field.options) <= 4 else None
