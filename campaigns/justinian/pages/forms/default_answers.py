"""Suggested answers, which fill in the forms for distributing SP, losses or gold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.game import Decision, Facts
from games import services
from games.forms import Act, FieldForm, OptionForm
from games.models import Game

# kinds of actions whose form is filled in
FILLED = {
    "pay_maintenance",
    "place_recruits",
    "place_tribesmen",
    "take_losses",
    "send_troops",
    "bring_troops",
}


def suggested_answer(game: Game, live: services.LiveGame, decision: Decision | None) -> Facts:
    """Return the answer that the seat's standing order gives to the decision, or the default if there is no
    order. Return an empty answer for a form that is not filled in.
    """
    if decision is None:
        return {}
    seat = next((s for s in game.seats.all() if s.key == decision.seat), None)
    orders = (seat.orders if seat else None) or {}
    ordered = live.standing(decision, orders) if decision.kind in orders else None
    written: Facts = live.system.codec.write(decision.default if ordered is None else ordered)
    return written if written["kind"] in FILLED else {}


def fill_form(act: Act, answer: Facts) -> Act:
    """Return the form filled in with a suggested answer. Return it unchanged if the answer is for another
    kind of action, or if the reader has already entered something.
    """
    if act.kind != answer.get("kind") or act.open or act.refusal or act.dice:
        return act
    return replace(act, fields=tuple(_fill_field(one, answer.get(_name(one))) for one in act.fields))


def _name(field: FieldForm) -> str:
    return field.name.removeprefix("f-")


def _fill_field(field: FieldForm, value: Any) -> FieldForm:
    if field.type == "share" and field.low <= sum((value or {}).values()) <= field.high:
        return replace(field, options=tuple(_give_share(o, value) for o in field.options))
    if field.type == "many":
        return _tick_options(field, value)
    return _tick_options(field, [value]) if field.type == "pick" and value is not None else field


def _give_share(option: OptionForm, shares: Mapping[str, int] | None) -> OptionForm:
    return replace(option, amount=str((shares or {}).get(option.text, option.low)))


def _tick_options(field: FieldForm, values: list[str]) -> FieldForm:
    return replace(field, options=tuple(replace(o, chosen=o.text in values) for o in field.options))
